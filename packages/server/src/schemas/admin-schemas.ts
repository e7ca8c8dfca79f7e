import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';
import { summaryModel } from './session-schemas.js';

import { scopes } from '../state/api-keys.js';

export const keySchema = z
  .object({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    tenant: z.string(),
    scope: z.enum(scopes),
    all_tenants: z.boolean(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .openapi('Key');

export const keyWithSecretSchema = keySchema
  .extend({
    secret: z.string().openapi({ description: 'Shown this once; only its hash is kept.' }),
  })
  .openapi('KeyWithSecret');

export const newKeySchema = closedObject({
  name: z.string().min(1).max(128),
  scope: z.enum(scopes).default('write'),
  expires_at: z.iso.datetime().optional(),
}).openapi('NewKey');

export const rotateKeySchema = closedObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(30 * 24 * 3600)
    .default(0)
    .openapi({
      description: 'How many seconds the old secret stays valid.',
    }),
}).openapi('RotateKey');

const limits = {
  tokens_per_month: z.int().min(0).nullable().optional(),
  retention_days: z.int().min(1).max(36_500).nullable().optional(),
  summary_model: summaryModel.nullable().optional(),
};

export const tenantSchema = z
  .object({
    object: z.literal('tenant'),
    id: z.string(),
    created_at: z.string(),
    tokens_per_month: z.int().nullable(),
    retention_days: z.int().nullable(),
    summary_model: summaryModel.nullable(),
  })
  .openapi('Tenant');

export const newTenantSchema = closedObject({ id: z.string().max(128), ...limits }).openapi(
  'NewTenant',
);
export const tenantPatchSchema = closedObject(limits).openapi('TenantPatch');

const totals = {
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  calls: z.int(),
  estimated_tokens: z.int().openapi({
    description:
      "Of the input and output: the server's own count of calls that ended before their provider reported any usage.",
  }),
};

export const usageSchema = z
  .object({
    object: z.literal('usage'),
    tenant: z.string(),
    from: z.string(),
    through: z.string(),
    ...totals,
    days: z.array(z.object({ date: z.string(), ...totals })),
    tokens_left: z.int().nullable().openapi({ description: "Of this month's budget." }),
  })
  .openapi('Usage');

export const auditEventSchema = z
  .object({
    object: z.literal('audit_event'),
    id: z.string(),
    at: z.string(),
    action: z.string(),
    actor: z.string(),
    target: z.string(),
    request_id: z.string().nullable(),
  })
  .openapi('AuditEvent');

export const deletedSchema = z
  .object({ object: z.literal('deleted'), id: z.string(), deleted: z.literal(true) })
  .openapi('Deleted');

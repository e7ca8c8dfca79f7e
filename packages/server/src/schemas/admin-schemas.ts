import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';
import { summaryModel } from './session-schemas.js';

import { scopes } from '../state/api-keys.js';

const scope = z.enum(scopes).describe('Each scope allows what those before it allow as well.');

export const keySchema = z
  .object({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    tenant: z.string(),
    scope,
    all_tenants: z.boolean().describe('True if `X-Tenant-Id` may name any tenant.'),
    created_at: z.string(),
    expires_at: z.string().nullable().describe('null: never.'),
    revoked_at: z.string().nullable().describe('null: it was not revoked.'),
  })
  .describe('An API key, without its secret.')
  .openapi('Key');

export const keyWithSecretSchema = keySchema
  .extend({ secret: z.string().describe('Shown this once; only its hash is kept.') })
  .describe('A key that was made, or given a new secret.')
  .openapi('KeyWithSecret');

export const newKeySchema = closedObject({
  name: z.string().min(1).max(128),
  scope: scope.default('write'),
  expires_at: z.iso.datetime().optional().describe('Default: never.'),
})
  .describe('A key to create.')
  .openapi('NewKey');

export const rotateKeySchema = closedObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(30 * 24 * 3600)
    .default(0)
    .describe('How many seconds the old secret stays valid.'),
})
  .describe('How to rotate a key.')
  .openapi('RotateKey');

const limits = {
  tokens_per_month: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('Input and output of all its chats in a calendar month (UTC).'),
  retention_days: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .optional()
    .describe('Days after their last change that sessions are kept.'),
  summary_model: summaryModel.nullable().optional(),
};

export const tenantSchema = z
  .object({
    object: z.literal('tenant'),
    id: z.string(),
    created_at: z.string(),
    tokens_per_month: z.int().nullable().describe('null: no limit.'),
    retention_days: z.int().nullable().describe('null: sessions are kept until they are deleted.'),
    summary_model: summaryModel.nullable(),
  })
  .describe('An owner of sessions, keys and limits.')
  .openapi('Tenant');

export const newTenantSchema = closedObject({ id: z.string().max(128), ...limits })
  .describe('A tenant to create.')
  .openapi('NewTenant');
export const tenantPatchSchema = closedObject(limits)
  .describe('Limits to change; null lifts one.')
  .openapi('TenantPatch');

const totalsSchema = z
  .object({
    input_tokens: z.int().describe("Those read from and written to a provider's cache among them."),
    output_tokens: z.int().describe('Reasoning among them.'),
    cache_read_tokens: z.int().describe("Input tokens read from a provider's cache."),
    cache_write_tokens: z.int().describe("Input tokens written to a provider's cache."),
    calls: z.int().describe('How many calls of models.'),
    estimated_tokens: z
      .int()
      .describe(
        "Tokens among the others that are the server's own count: of calls that ended before their provider reported any usage.",
      ),
  })
  .describe('Tokens that models were asked and answered.')
  .openapi('UsageTotals');

const usageDaySchema = totalsSchema
  .extend({ date: z.string().describe('Such as `2026-01-31`.') })
  .describe('The tokens of one day (UTC).')
  .openapi('UsageDay');

export const usageSchema = totalsSchema
  .extend({
    object: z.literal('usage'),
    tenant: z.string(),
    from: z.string(),
    through: z.string(),
    days: z.array(usageDaySchema).describe('Days with usage, in order.'),
    tokens_left: z.int().nullable().describe("Left of this month's budget; null without one."),
  })
  .describe('The tokens of a tenant from one day through another, both included.')
  .openapi('Usage');

export const auditEventSchema = z
  .object({
    object: z.literal('audit_event'),
    id: z.string(),
    at: z.string().describe('ISO 8601.'),
    action: z.string(),
    actor: z.string().describe('The id of the key, or other principal, that did it.'),
    target: z.string().describe('The id of what it was done to.'),
    request_id: z.string().nullable().describe("The request's id in the server's log."),
  })
  .describe('One administrative act.')
  .openapi('AuditEvent');

export const deletedSchema = z
  .object({ object: z.literal('deleted'), id: z.string(), deleted: z.literal(true) })
  .describe('The answer to a deletion.')
  .openapi('Deleted');

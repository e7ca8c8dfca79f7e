import { createTurns, definedFields } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';

import { addRoute, route } from '../http/route.js';
import { requireKeys } from '../http/authenticate.js';
import { noteInAudit } from '../http/note-in-audit.js';
import { pageSchema, toPage } from '../http/pages.js';
import { invalidField, problem } from '../http/problem.js';
import type { ServerApp, ServerContext } from '../http/server-env.js';
import {
  keySchema,
  keyWithSecretSchema,
  newKeySchema,
  rotateKeySchema,
} from '../schemas/admin-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import type { Services } from '../services/services.js';
import type { ApiKey } from '../state/api-keys.js';

const tags = ['Keys'];
const middleware = [requireKeys];
const params = z.object({ id: z.string().max(256) });

const list = route('GET /v1/keys', {
  operationId: 'listKeys',
  tags,
  summary: "List the tenant's keys, without their secrets",
  scope: 'admin',
  responses: { 200: answers(pageSchema(keySchema), 'All keys') },
});

const create = route('POST /v1/keys', {
  operationId: 'createKey',
  tags,
  summary: 'Create a key for the tenant',
  scope: 'admin',
  middleware,
  request: { body: body(newKeySchema) },
  responses: { 201: answers(keyWithSecretSchema, 'The key, with its secret') },
});

const rotate = route('POST /v1/keys/{id}/rotate', {
  operationId: 'rotateKey',
  tags,
  summary: 'Give a key a new secret',
  scope: 'admin',
  middleware,
  request: { params, body: body(rotateKeySchema) },
  responses: { 200: answers(keyWithSecretSchema, 'The key, with its new secret') },
});

const revoke = route('DELETE /v1/keys/{id}', {
  operationId: 'revokeKey',
  tags,
  summary: 'Revoke a key at once',
  scope: 'admin',
  request: { params },
  responses: { 200: answers(keySchema, 'The key, which is no longer accepted') },
});

export function addKeyRoutes(app: ServerApp, { keys, audit, limits }: Services): void {
  const inTurn = createTurns();
  const note = (c: ServerContext, action: string, target: string): Promise<void> =>
    noteInAudit(audit, c, { action, target });

  addRoute(app, list, async (c) => {
    const all = (await keys.list(c.get('tenant'))).map(presentKey);
    return c.json(toPage(all, all.length), 200);
  });

  addRoute(app, create, async (c) => {
    const { name, scope, expires_at: expiresAt } = c.req.valid('json');
    if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) {
      throw invalidField('expires_at', `expires_at is ${expiresAt}, which is past.`);
    }
    const tenant = c.get('tenant');
    const { key, secret } = await inTurn(tenant, async () => {
      const valid = (await keys.list(tenant)).filter(({ revokedAt }) => revokedAt === undefined);
      if (valid.length >= limits.maxKeys) throw tooManyKeys(limits.maxKeys);
      const allTenants = false;
      return keys.create({ name, scope, tenant, allTenants, ...definedFields({ expiresAt }) });
    });
    await note(c, 'key.created', key.id);
    c.header('cache-control', 'no-store');
    return c.json({ ...presentKey(key), secret }, 201);
  });

  addRoute(app, rotate, async (c) => {
    const { id } = c.req.valid('param');
    requireRights(c, await keys.get(c.get('tenant'), id));
    const { grace_seconds: graceSeconds } = c.req.valid('json');
    const rotated = await keys.rotate(c.get('tenant'), id, graceSeconds);
    if (rotated === undefined) throw unknownKey(id);
    await note(c, 'key.rotated', id);
    c.header('cache-control', 'no-store');
    return c.json({ ...presentKey(rotated.key), secret: rotated.secret }, 200);
  });

  addRoute(app, revoke, async (c) => {
    const { id } = c.req.valid('param');
    requireRights(c, await keys.get(c.get('tenant'), id));
    const key = await keys.revoke(c.get('tenant'), id);
    if (key === undefined) throw unknownKey(id);
    await note(c, 'key.revoked', id);
    return c.json(presentKey(key), 200);
  });
}

/** Only a key for all tenants may change one; throws the answer 404 otherwise. */
function requireRights(c: ServerContext, key: ApiKey | undefined): void {
  if (key?.allTenants !== true || c.get('principal').allTenants) return;
  throw unknownKey(key.id);
}

function tooManyKeys(most: number) {
  const detail = `A tenant has at most ${most} keys. Revoke those that nobody uses.`;
  return problem(409, { code: 'too_many_keys', detail });
}

function unknownKey(id: string) {
  return problem(404, {
    code: 'key_not_found',
    detail: `There is no key ${JSON.stringify(id)}, or it was revoked.`,
  });
}

function presentKey(key: ApiKey) {
  return {
    object: 'key' as const,
    id: key.id,
    name: key.name,
    tenant: key.tenant,
    scope: key.scope,
    all_tenants: key.allTenants,
    created_at: key.createdAt,
    expires_at: key.expiresAt ?? null,
    revoked_at: key.revokedAt ?? null,
  };
}

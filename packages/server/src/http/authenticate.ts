import { DEFAULT_TENANT } from '@everlong/core/store-kit';
import type { MiddlewareHandler } from 'hono';

import { type ApiKeys, type Scope, scopes, secretChecker } from '../state/api-keys.js';
import type { Tenants } from '../state/tenants.js';
import type { Principal } from './server-env.js';
import { problem } from './problem.js';
import type { ServerContext, ServerEnv } from './server-env.js';

export interface AuthenticateOptions {
  keys: ApiKeys;
  tenants: Tenants;
  adminKey: string | undefined;
  auth: 'keys' | 'none';
}

/** The ids of whoever calls a server without keys, and of the configured key. */
const ANYONE = 'anyone';
const ADMIN = 'admin';

/** Sets the request's principal and tenant; throws the answers 401, 403 and 404. */
export function createAuthenticate(options: AuthenticateOptions): MiddlewareHandler<ServerEnv> {
  const { adminKey } = options;
  const isAdminKey = adminKey === undefined ? () => false : secretChecker(adminKey);
  return async function authenticate(c, next) {
    const principal = await principalOf(c, options, isAdminKey);
    c.set('principal', principal);
    const { tenant, id } = principal;
    const isStored = id !== ANYONE && id !== ADMIN;
    c.set('mayGoOn', async () => {
      return !isStored || (await options.keys.find(secretOf(c) ?? ''))?.tenant === tenant;
    });
    c.set('tenant', await tenantOf(c, principal, options.tenants));
    await next();
  };
}

async function principalOf(
  c: ServerContext,
  { keys, auth }: AuthenticateOptions,
  isAdminKey: (secret: string) => boolean,
): Promise<Principal> {
  const everything = { tenant: DEFAULT_TENANT, scope: 'admin', allTenants: true } as const;
  if (auth === 'none') return { id: ANYONE, ...everything };
  const secret = secretOf(c);
  if (secret === undefined) {
    throw unauthorized(
      'missing_key',
      'This request has no key. Send one as "Authorization: Bearer KEY" or "X-API-Key: KEY".',
    );
  }
  if (isAdminKey(secret)) return { id: ADMIN, ...everything };
  const key = await keys.find(secret);
  if (key !== undefined) return key;
  throw unauthorized(
    'invalid_key',
    'This key is unknown, has expired or was revoked. Ask an administrator for another one.',
  );
}

function unauthorized(code: string, detail: string) {
  const headers = { 'www-authenticate': 'Bearer realm="everlong"' };
  return problem(401, { code, detail, headers });
}

function secretOf(c: ServerContext): string | undefined {
  const [, bearer] = /^bearer +(\S+)\s*$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return bearer ?? c.req.header('x-api-key')?.trim();
}

/** The key's own tenant, or the one that a key for all tenants names in the header. */
async function tenantOf(
  c: ServerContext,
  { tenant, allTenants }: Principal,
  tenants: Tenants,
): Promise<string> {
  const named = c.req.header('x-tenant-id');
  if (named === undefined || named === tenant) return tenant;
  if (!allTenants) {
    throw problem(403, {
      code: 'other_tenant',
      detail: 'This key belongs to one tenant. Leave the header X-Tenant-Id out.',
    });
  }
  if ((await tenants.get(named)) !== undefined) return named;
  throw problem(404, {
    code: 'tenant_not_found',
    detail: `There is no tenant ${JSON.stringify(named.slice(0, 128))}. POST /v1/tenants makes one.`,
  });
}

/** Throws the answer 403 unless the key has this scope or a higher one. */
export function requireScope(needed: Scope): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { scope } = c.get('principal');
    if (scopes.indexOf(scope) < scopes.indexOf(needed)) {
      throw problem(403, {
        code: 'missing_scope',
        detail: `This needs a key of scope "${needed}"; this key has "${scope}".`,
      });
    }
    await next();
  };
}

/** Throws the answer 403 unless the key administers all tenants. */
export const requireOperator: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const { allTenants, scope } = c.get('principal');
  if (!allTenants || scope !== 'admin') {
    throw problem(403, {
      code: 'missing_scope',
      detail: 'This needs the key of an administrator of the whole server.',
    });
  }
  await next();
};

/** Throws the answer 403 on a server without keys: what it made would outlive that start. */
export const requireKeys: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (c.get('principal').id === ANYONE) {
    throw problem(403, {
      code: 'no_keys',
      detail: 'This server was started without keys, and makes none. Start it with keys for that.',
    });
  }
  await next();
};

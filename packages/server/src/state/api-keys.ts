import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

import { createId } from '@everlong/core/store-kit';

import type { ServerState } from './server-state.js';

/** The rights of a key; each scope includes those before it. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** A key as stored, without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  tenant: string;
  scope: Scope;
  /** True if it may name any tenant. */
  allTenants: boolean;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  /** SHA-256 of the accepted secrets; unsalted, as each secret is 256 random bits. */
  secrets: { hash: string; until?: string }[];
}

type NewApiKey = Pick<ApiKey, 'name' | 'tenant' | 'scope' | 'allTenants' | 'expiresAt'>;

/** The keys of the server. */
export interface ApiKeys {
  /** Resolves with the key and its secret, which is not stored. */
  create(input: NewApiKey): Promise<{ key: ApiKey; secret: string }>;
  /** The key of this secret, unless it was revoked or has expired. */
  find(secret: string): Promise<ApiKey | undefined>;
  get(tenant: string, id: string): Promise<ApiKey | undefined>;
  list(tenant: string): Promise<ApiKey[]>;
  /** Makes a new secret; the old ones stay valid for `graceSeconds`. */
  rotate(
    tenant: string,
    id: string,
    graceSeconds: number,
  ): Promise<{ key: ApiKey; secret: string } | undefined>;
  /** No secret of the key is accepted any more. */
  revoke(tenant: string, id: string): Promise<ApiKey | undefined>;
}

/** A secret is `elk_`, the key's id without hyphens, `_` and 43 random characters. */
const secretPattern = /^elk_([0-9a-f]{32})_[\w-]{43}$/;

export function createApiKeys(state: ServerState): ApiKeys {
  const placeOf = (tenant: string, id: string) => ({ tenant, kind: 'key', id }) as const;
  // A secret names its key but no tenant: this document does.
  const tenantPlace = (id: string) => ({ tenant: '', kind: 'key', id }) as const;
  /** By the key's id, once found: a key never changes its tenant. */
  const knownTenants = new Map<string, string>();
  const compact = (id: string): string => id.replaceAll('-', '');

  async function tenantOf(id: string): Promise<string | undefined> {
    const known = knownTenants.get(id);
    if (known !== undefined) return known;
    const tenant = (await state.get<{ tenant: string }>(tenantPlace(id)))?.tenant;
    if (tenant !== undefined) knownTenants.set(id, tenant);
    return tenant;
  }

  async function change(
    tenant: string,
    id: string,
    make: (key: ApiKey) => ApiKey,
  ): Promise<ApiKey | undefined> {
    return state.update<ApiKey>(placeOf(tenant, id), (key) => key && make(key));
  }

  return {
    async create(input) {
      const id = `key_${compact(createId())}`;
      const { secret, hash } = newSecret(id);
      const key: ApiKey = { ...input, id, createdAt: now(), secrets: [{ hash }] };
      await state.insert(tenantPlace(id), { tenant: input.tenant });
      await state.insert(placeOf(input.tenant, id), key);
      return { key, secret };
    },
    async find(secret) {
      const [, digits] = secretPattern.exec(secret) ?? [];
      if (digits === undefined) return undefined;
      const id = `key_${digits}`;
      const tenant = await tenantOf(id);
      if (tenant === undefined) return undefined;
      const key = await state.get<ApiKey>(placeOf(tenant, id));
      return key !== undefined && accepts(key, secret) ? key : undefined;
    },
    get: (tenant, id) => state.get<ApiKey>(placeOf(tenant, id)),
    async list(tenant) {
      return (await state.list<ApiKey>({ kind: 'key', tenant })).map(({ value }) => value);
    },
    async rotate(tenant, id, graceSeconds) {
      const { secret, hash } = newSecret(id);
      const key = await change(tenant, id, (old) =>
        old.revokedAt === undefined
          ? { ...old, secrets: [...expiring(old.secrets, graceSeconds), { hash }] }
          : old,
      );
      return key === undefined || key.revokedAt !== undefined ? undefined : { key, secret };
    },
    revoke: (tenant, id) =>
      change(tenant, id, (key) => ({ ...key, revokedAt: key.revokedAt ?? now(), secrets: [] })),
  };
}

function accepts({ revokedAt, expiresAt, secrets }: ApiKey, secret: string): boolean {
  if (revokedAt !== undefined || isPast(expiresAt)) return false;
  const given = hashOf(secret);
  return secrets.some(({ hash, until }) => sameHash(hash, given) && !isPast(until));
}

/** The secrets that are still valid, for at most `graceSeconds` more. */
function expiring(secrets: ApiKey['secrets'], graceSeconds: number): ApiKey['secrets'] {
  const until = new Date(Date.now() + graceSeconds * 1000).toISOString();
  return secrets
    .filter((each) => graceSeconds > 0 && !isPast(each.until))
    .map((each) => ({ ...each, until: earlier(each.until, until) }));
}

/** Tells whether a secret is this one, in constant time. */
export function secretChecker(secret: string): (given: string) => boolean {
  const hash = Buffer.from(hashOf(secret));
  return (given) => timingSafeEqual(Buffer.from(hashOf(given)), hash);
}

function newSecret(id: string): { secret: string; hash: string } {
  const secret = `elk_${id.slice('key_'.length)}_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

function hashOf(text: string): string {
  return digest('sha256', text);
}

function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function isPast(time: string | undefined): boolean {
  return time !== undefined && Date.parse(time) <= Date.now();
}

function earlier(left: string | undefined, right: string): string {
  return left !== undefined && left < right ? left : right;
}

function now(): string {
  return new Date().toISOString();
}

import { ConfigError } from '@everlong/core';
import { checkName, DEFAULT_TENANT } from '@everlong/core/store-kit';

import type { ServerState } from './server-state.js';

/** A tenant and its limits. */
export interface Tenant {
  id: string;
  createdAt: string;
  /** Tokens that may be billed in a calendar month (UTC). */
  tokensPerMonth?: number;
  /** Sessions unused for this many days are deleted. */
  retentionDays?: number;
  /** The model that writes its summaries and finds its facts. */
  summaryModel?: string;
}

type TenantLimits = Pick<Tenant, 'tokensPerMonth' | 'retentionDays' | 'summaryModel'>;

/** The server's tenants; `default` always exists. */
export type Tenants = ReturnType<typeof createTenants>;

export function createTenants(state: ServerState) {
  const placeOf = (id: string) => ({ tenant: '', kind: 'tenant', id }) as const;
  const standard = { id: DEFAULT_TENANT, createdAt: new Date(0).toISOString() };

  async function get(id: string): Promise<Tenant | undefined> {
    const tenant = await state.get<Tenant>(placeOf(id));
    return tenant ?? (id === DEFAULT_TENANT ? standard : undefined);
  }

  return {
    get,
    async list(): Promise<Tenant[]> {
      const kept = (await state.list<Tenant>({ kind: 'tenant', tenant: '' })).map(
        ({ value }) => value,
      );
      return kept.some(({ id }) => id === DEFAULT_TENANT) ? kept : [standard, ...kept];
    },
    /** `undefined` when the id is taken. Rejects with `ConfigError` for an invalid id. */
    async create(id: string, limits: TenantLimits): Promise<Tenant | undefined> {
      checkName('tenant', id);
      if (id === DEFAULT_TENANT) return undefined;
      const tenant: Tenant = { id, createdAt: new Date().toISOString(), ...limits };
      return (await state.insert(placeOf(id), tenant)) ? tenant : undefined;
    },
    /** `null` lifts a limit. */
    async change(
      id: string,
      limits: { [Name in keyof TenantLimits]?: TenantLimits[Name] | null | undefined },
    ): Promise<Tenant | undefined> {
      if ((await get(id)) === undefined) return undefined;
      return state.update<Tenant>(placeOf(id), (old) => {
        const next: Record<string, unknown> = { ...(old ?? standard) };
        for (const [name, value] of Object.entries(limits)) {
          if (value === null) delete next[name];
          else if (value !== undefined) next[name] = value;
        }
        return next as unknown as Tenant;
      });
    },
    /** Removes the tenant itself; the caller removes what belongs to it. */
    async remove(id: string): Promise<void> {
      if (id === DEFAULT_TENANT) {
        throw new ConfigError(
          'The tenant "default" cannot be deleted. Delete its sessions instead.',
        );
      }
      await state.update(placeOf(id), () => undefined);
    },
  };
}

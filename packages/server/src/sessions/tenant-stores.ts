import type { Store } from '@everlong/core';

import { createSessionSignals, type SessionSignals, watchStore } from './watched-store.js';

export interface TenantStores {
  /** A tenant's sessions; changes made through it reach `signalsOf`. */
  storeOf(tenant: string): Store;
  signalsOf(tenant: string): SessionSignals;
}

/** The store of each tenant, opened when it is first asked for. */
export function createTenantStores(store: Store): TenantStores {
  const open = new Map<string, { store: Store; signals: SessionSignals }>();
  const tenantOf = (tenant: string) => {
    const known = open.get(tenant);
    if (known !== undefined) return known;
    const signals = createSessionSignals();
    const watched = { store: watchStore(store.forTenant(tenant), signals), signals };
    open.set(tenant, watched);
    return watched;
  };
  return {
    storeOf: (tenant) => tenantOf(tenant).store,
    signalsOf: (tenant) => tenantOf(tenant).signals,
  };
}

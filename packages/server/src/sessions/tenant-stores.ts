import type { Store } from '@everlong/core';

import { type ChangeGuard, createChangeGuard } from './change-guard.js';
import { createSessionSignals, type SessionSignals } from './session-signals.js';
import { watchStore } from './watch-store.js';

export interface TenantStores {
  /** A tenant's sessions; changes made through it reach `signalsOf`. */
  storeOf(tenant: string): Store;
  signalsOf(tenant: string): SessionSignals;
  /** Guards the writes through `storeOf`. */
  guardOf(tenant: string): ChangeGuard;
}

/** The store of each tenant, opened when it is first asked for; `withdrawn`: after every rewind. */
export function createTenantStores(
  store: Store,
  withdrawn: (tenant: string, sessionId: string) => Promise<void>,
): TenantStores {
  const open = new Map<string, { store: Store; signals: SessionSignals; guard: ChangeGuard }>();
  const tenantOf = (tenant: string) => {
    const known = open.get(tenant);
    if (known !== undefined) return known;
    const signals = createSessionSignals();
    const own = store.forTenant(tenant);
    const guard = createChangeGuard((sessionId) => own.getSession(sessionId));
    const watched = {
      store: watchStore(own, {
        changed: signals.changed,
        write: guard.write,
        withdrawn: (id) => withdrawn(tenant, id),
      }),
      signals,
      guard,
    };
    open.set(tenant, watched);
    return watched;
  };
  return {
    storeOf: (tenant) => tenantOf(tenant).store,
    signalsOf: (tenant) => tenantOf(tenant).signals,
    guardOf: (tenant) => tenantOf(tenant).guard,
  };
}

import type { Store } from '@everlong/core';

import { type ChangeGuard, createChangeGuard } from './change-guard.js';
import { LOOK_UP } from './find-entry.js';
import { createSessionSignals, type SessionSignals } from './session-signals.js';

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

interface Watch extends Pick<SessionSignals, 'changed'>, Pick<ChangeGuard, 'write'> {
  /** Called after a rewind, before whoever made it goes on. */
  withdrawn(sessionId: string): Promise<void>;
}

/**
 * A store that signals every change made through it, and makes those that the guard allows. Looking
 * up an entry is none, and waits for nobody's.
 */
function watchStore(store: Store, { changed, write, withdrawn }: Watch): Store {
  return {
    ...store,
    async append(sessionId, inputs, options) {
      if (options?.expectedSeq === LOOK_UP) return store.append(sessionId, inputs, options);
      const entries = await write(sessionId, () => store.append(sessionId, inputs, options));
      changed(sessionId);
      return entries;
    },
    async appendRecord(sessionId, ...rest) {
      const record = await write(sessionId, () => store.appendRecord(sessionId, ...rest));
      changed(sessionId);
      if (record.type === 'rewind') await withdrawn(sessionId);
      return record;
    },
    async deleteSession(sessionId) {
      await store.deleteSession(sessionId);
      changed(sessionId);
    },
  };
}

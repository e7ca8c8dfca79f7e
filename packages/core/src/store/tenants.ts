import { ConfigError } from '../base/errors.js';
import { checkName } from '../base/identifiers.js';
import type { Store } from './store.js';

/** The tenant of a store on which `forTenant` was not called. */
export const DEFAULT_TENANT = 'default';

/** Whose sessions a store holds: two stores with the same owner hold the same ones. */
interface StoreOwner {
  /** An object that the stores of all tenants have in common. */
  everybody: object;
  tenant: string;
}

const owners = new WeakMap<Store['forTenant'], StoreOwner>();

/** Whose sessions a store holds. */
export function storeOwner(store: Store): StoreOwner {
  const { forTenant } = store;
  return owners.get(forTenant) ?? { everybody: forTenant ?? store, tenant: DEFAULT_TENANT };
}

/**
 * `forTenant` of a store, which returns the stores that `open` creates: these reject every tenant
 * but their own, and their `close` does nothing.
 */
export function tenantsOf(open: (tenant: string) => Omit<Store, 'forTenant'>): Store['forTenant'] {
  const forAny: Store['forTenant'] = (tenantId) => {
    const own = checkName('tenant', tenantId);
    const store: Store = {
      ...open(own),
      forTenant(other) {
        if (other === own) return store;
        checkName('tenant', other);
        throw new ConfigError(
          `This is the store of tenant ${JSON.stringify(own)} and opens no other. ` +
            `Ask the store it came from for ${JSON.stringify(other)}.`,
        );
      },
      async close() {},
    };
    owners.set(store.forTenant, { everybody: forAny, tenant: own });
    return store;
  };
  return forAny;
}

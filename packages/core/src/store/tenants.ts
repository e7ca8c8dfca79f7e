import { ConfigError } from '../base/errors.js';
import { checkName } from '../base/identifiers.js';
import type { Store } from './store.js';

/** The tenant of a store that nobody asked for one. */
export const DEFAULT_TENANT = 'default';

/**
 * `forTenant` of the store of everybody, which hands out the stores that `open` makes: those refuse
 * every tenant but their own, and their `close` does nothing.
 */
export function tenantsOf(open: (tenant: string) => Omit<Store, 'forTenant'>): Store['forTenant'] {
  return (tenantId) => {
    const own = checkName('tenant', tenantId);
    const store: Store = {
      ...open(own),
      forTenant(other) {
        if (other === own) return store;
        checkName('tenant', other);
        throw new ConfigError(
          `This store is that of tenant ${JSON.stringify(own)} and opens no other. ` +
            `Ask the store it came from for ${JSON.stringify(other)}.`,
        );
      },
      async close() {},
    };
    return store;
  };
}

import type { Store } from '@everlong/core';
import { DEFAULT_TENANT, storeOwner } from '@everlong/core/store-kit';

/**
 * Whose memory an agent's sessions in a store share: the agent's, in the store of a tenant the
 * tenant's alone. Unambiguous, since names of tenants and agents contain no slash.
 */
export function usualScope(store: Store, agent: string): string {
  const { tenant } = storeOwner(store);
  return tenant === DEFAULT_TENANT ? agent : `${tenant}/${agent}`;
}

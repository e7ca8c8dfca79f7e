import { syncMemory } from '@everlong/context';

import type { TenantStores } from '../sessions/tenant-stores.js';
import type { Memories } from './memories.js';

/** Sessions of each agent, those used last; older ones are caught up when they are opened. */
const MAX_SESSIONS = 100;

/**
 * Has the memories of a tenant's agents observe what its sessions hold and a crash kept from them,
 * and extract what waits for it. Resolves with how many sessions were behind.
 */
export async function catchUpMemories(
  { storeOf, memories }: Pick<TenantStores, 'storeOf'> & { memories: Memories },
  tenant: string,
): Promise<number> {
  const store = storeOf(tenant);
  let caughtUp = 0;
  for (const agent of await memories.agentsOf(tenant)) {
    const { memory, scope } = memories.of(tenant, agent);
    const options = { store, memory, agent, memoryScope: scope, limit: MAX_SESSIONS };
    caughtUp += (await syncMemory(options)).behind;
    await memory.flush(scope);
  }
  return caughtUp;
}

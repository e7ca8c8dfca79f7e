import { findQuotingSessions } from '@everlong/context';
import type { ForgetReceipt, ForgetSelector, Memory } from '@everlong/core';

import type { TenantStores } from '../sessions/tenant-stores.js';
import type { Memories } from './memories.js';

/** What was forgotten, and the sessions whose requests or messages quote it. */
export interface ForgottenMemories {
  receipt: ForgetReceipt;
  quotedIn: string[];
}

/** Forgets what an agent knows of something, and finds the sessions that quote it. */
export async function forgetMemories(
  { memories, storeOf }: { memories: Memories } & Pick<TenantStores, 'storeOf'>,
  { tenant, agent }: { tenant: string; agent: string },
  selector: ForgetSelector,
): Promise<ForgottenMemories> {
  const { memory, scope } = memories.of(tenant, agent);
  const texts = await textsOf(memory, scope, selector);
  const receipt = await memory.forget(scope, selector);
  const store = storeOf(tenant);
  return { receipt, quotedIn: await findQuotingSessions({ store, agent, receipt, texts }) };
}

/** Words that say what is to be forgotten. */
async function textsOf(memory: Memory, scope: string, selector: ForgetSelector): Promise<string[]> {
  if ('entity' in selector) return [selector.entity];
  if (!('factId' in selector)) return [];
  const [fact] = await memory.list(scope, { after: selector.factId - 1, limit: 1, past: true });
  return fact?.id === selector.factId ? [fact.text] : [];
}

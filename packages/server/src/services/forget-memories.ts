import { findQuotingSessions } from '@everlong/context';
import type { ForgetReceipt, ForgetSelector, Memory } from '@everlong/core';

import { forgetAnswers, MEMORIES } from '../http/idempotency.js';
import type { Services } from './services.js';

/** The receipt, and the sessions whose requests or messages quote what was forgotten. */
export interface ForgottenMemories {
  receipt: ForgetReceipt;
  quotedIn: string[];
}

/**
 * Forgets what an agent knows of something, with the stored answers that show it, and finds the
 * sessions that quote it.
 */
export async function forgetMemories(
  { state, memories, storeOf }: Pick<Services, 'state' | 'memories' | 'storeOf'>,
  { tenant, agent }: { tenant: string; agent: string },
  selector: ForgetSelector,
): Promise<ForgottenMemories> {
  const { memory, scope } = memories.of(tenant, agent);
  const texts = await textsOf(memory, scope, selector);
  const receipt = await memory.forget(scope, selector);
  const store = storeOf(tenant);
  const quotedIn = await findQuotingSessions({ store, agent, receipt, texts });
  for (const owner of [MEMORIES, ...quotedIn]) await forgetAnswers(state, tenant, owner);
  await state.scrub();
  return { receipt, quotedIn };
}

/** Words that say what is to be forgotten. */
async function textsOf(memory: Memory, scope: string, selector: ForgetSelector): Promise<string[]> {
  if ('entity' in selector) return [selector.entity];
  if (!('factId' in selector)) return [];
  const [fact] = await memory.list(scope, { after: selector.factId - 1, limit: 1, past: true });
  return fact?.id === selector.factId ? [fact.text] : [];
}

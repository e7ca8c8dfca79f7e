import { addUsage, type Store, type Usage, type UsageRecord } from '@everlong/core';

import type { SyncedState } from '../state/synced-state.js';

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

/** How often a sum is corrected because another process booked usage meanwhile. */
const MAX_CORRECTIONS = 3;

/**
 * Records what was billed, with the running sum of the session. Where another process booked usage
 * at the same time, another record corrects the sum, so that the last one always holds all of it.
 */
export async function recordUsageTotal(
  logs: SyncedState,
  store: Store,
  billed: Omit<UsageRecord, 'type' | 'total'>,
): Promise<void> {
  const { spend = NOTHING, spendSeq = -1, sessionId } = logs.current;
  let total = addUsage(spend, billed.usage);
  let next = billed;
  let after = spendSeq;
  for (let attempt = 0; ; attempt++) {
    await logs.record({ type: 'usage', ...next, total });
    const own = logs.recordCount - 1;
    if (!logs.isBehind || attempt === MAX_CORRECTIONS) return;
    const missed = await usageBetween(store, sessionId, { after, before: own });
    if (missed === undefined) return;
    total = addUsage(total, missed);
    next = { usage: NOTHING, epoch: billed.epoch };
    after = own;
  }
}

/** What others booked between two records; `undefined` if nothing. */
async function usageBetween(
  store: Store,
  sessionId: string,
  { after, before }: { after: number; before: number },
): Promise<Usage | undefined> {
  let sum: Usage | undefined;
  const range = { from: after + 1, to: before - 1 };
  for await (const record of store.readRecords(sessionId, { type: 'usage', ...range })) {
    if (record.type === 'usage') sum = addUsage(sum ?? NOTHING, record.usage);
  }
  return sum;
}

import type { Entry, Store } from '@everlong/core';
import { isWithdrawn, withdrawnRanges } from '@everlong/core/store-kit';

/** Whether the user took an entry back. */
export type IsWithdrawn = (entry: Pick<Entry, 'seq'>) => boolean;

/** Reads which entries of a session are withdrawn: they are in the log, and in no request. */
export async function readWithdrawn(store: Store, sessionId: string): Promise<IsWithdrawn> {
  const rewinds = [];
  for await (const record of store.readRecords(sessionId, { type: 'rewind' })) {
    if (record.type === 'rewind') rewinds.push(record);
  }
  const ranges = withdrawnRanges(rewinds);
  return ({ seq }) => isWithdrawn(ranges, seq);
}

import type { CompactionRecord, Store, StoredRecord } from '@everlong/core';

import { usableRecords } from './usable-records.js';

/** A compaction as the store has it. */
export type StoredCompaction = CompactionRecord & Pick<StoredRecord, 'recordSeq'>;

/** The newest first; one about entries that the log does not have is passed over. */
export async function* compactions(
  store: Store,
  sessionId: string,
  places: { from?: number; to?: number } = {},
): AsyncGenerator<StoredCompaction> {
  let entryCount = 0;
  const newestFirst = { type: 'compaction', reverse: true, ...places } as const;
  for await (const record of usableRecords(store, sessionId, newestFirst)) {
    // The log only grows: counted after the record was read, it has the entries of the record.
    if (record.throughSeq >= entryCount) ({ entryCount } = await store.getSession(sessionId));
    if (record.throughSeq < entryCount) yield record;
  }
}

/** The compaction that began an epoch. */
export async function findCompaction(
  store: Store,
  sessionId: string,
  epoch: number | undefined,
): Promise<StoredCompaction | undefined> {
  if (epoch === undefined) return undefined;
  const newest = await newestUpTo(store, sessionId, epoch);
  return newest?.epoch === epoch ? newest : undefined;
}

/** The newest compactions are looked at one by one: most searches end there. */
const NEAR = 4;

/**
 * The newest compaction that began no later epoch than this one, among the records up to `to`.
 * Epochs rise with the records, so that the search halves what is left: it reads few records,
 * however many there are.
 */
export async function newestUpTo(
  store: Store,
  sessionId: string,
  epoch: number,
  to = Infinity,
): Promise<StoredCompaction | undefined> {
  let near = 0;
  let last = to;
  for await (const compaction of compactions(store, sessionId, { to })) {
    if (compaction.epoch <= epoch) return compaction;
    last = compaction.recordSeq - 1;
    if (++near === NEAR) return searchUpTo(store, sessionId, epoch, last);
  }
  return undefined;
}

async function searchUpTo(
  store: Store,
  sessionId: string,
  epoch: number,
  to: number,
): Promise<StoredCompaction | undefined> {
  let found: StoredCompaction | undefined;
  let [first, last] = [0, to];
  while (first <= last) {
    const middle = Math.floor((first + last) / 2);
    const newest = compactions(store, sessionId, { from: first, to: middle });
    const { value } = await newest.next();
    await newest.return(undefined);
    if (value !== undefined && value.epoch > epoch) last = value.recordSeq - 1;
    else {
      found = value ?? found;
      first = middle + 1;
    }
  }
  return found;
}

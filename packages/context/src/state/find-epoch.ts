import type {
  CompactionRecord,
  EpochInputs,
  RewindRecord,
  Store,
  StoredRecord,
} from '@everlong/core';
import { type SeqRange, withdrawnRanges } from '@everlong/core/store-kit';

import { compactions, findCompaction, type StoredCompaction } from './find-compaction.js';
import { usableRecords } from './usable-records.js';

export type StoredRewind = RewindRecord & Pick<StoredRecord, 'recordSeq'>;

/** The epoch in force, as the records have it. */
export interface EpochInForce {
  epoch: number;
  /** The record that began it; -1 for the first epoch. */
  recordSeq: number;
  /** The compaction that says what of the log it sends: for a rewind, an earlier one. */
  compaction: StoredCompaction | undefined;
  inputs: EpochInputs | undefined;
  /** The entries that the user withdrew. */
  withdrawn: readonly SeqRange[];
}

/**
 * Reads which epoch is in force: that of the newest compaction, or of a rewind after it. `next`: a
 * compaction that is not recorded yet, as if it were.
 */
export async function findEpoch(
  store: Store,
  sessionId: string,
  next?: CompactionRecord,
): Promise<EpochInForce> {
  const usable = await findUsableEpoch(store, sessionId, next);
  let { epoch, recordSeq } = usable;
  for (const type of ['compaction', 'rewind'] as const) {
    for await (const record of store.readRecords(sessionId, { type, reverse: true, limit: 1 })) {
      // A record that is passed over has begun an epoch all the same: the store is in it.
      if (!('previousEpoch' in record) || record.recordSeq < recordSeq) continue;
      if (Number.isSafeInteger(record.epoch) && record.epoch > epoch)
        ({ epoch, recordSeq } = record);
    }
  }
  return { ...usable, epoch, recordSeq };
}

async function findUsableEpoch(
  store: Store,
  sessionId: string,
  next?: CompactionRecord,
): Promise<EpochInForce> {
  const rewinds = await readRewinds(store, sessionId);
  const withdrawn = withdrawnRanges(rewinds);
  const last = rewinds.at(-1);
  const compaction =
    next === undefined
      ? await newestSince(store, sessionId, last)
      : { ...next, recordSeq: Infinity };
  if (compaction !== undefined) {
    const { epoch, recordSeq, inputs } = compaction;
    return { epoch, recordSeq, compaction, inputs, withdrawn };
  }
  if (last === undefined) {
    return { epoch: 0, recordSeq: -1, compaction: undefined, inputs: undefined, withdrawn };
  }
  const { epoch, recordSeq, inputs } = last;
  const restored = await findCompaction(store, sessionId, last.snapshotEpoch);
  return { epoch, recordSeq, compaction: restored, inputs: inputs ?? restored?.inputs, withdrawn };
}

/**
 * The compaction that is in force again once the entries from `fromSeq` on are withdrawn: the
 * newest one that was made before any entry was there that is withdrawn now.
 */
export async function compactionBefore(
  store: Store,
  sessionId: string,
  fromSeq: number,
): Promise<CompactionRecord | undefined> {
  const rewinds = await readRewinds(store, sessionId);
  for await (const compaction of compactions(store, sessionId)) {
    if (compaction.throughSeq < fromSeq && isInForce(compaction, rewinds)) return compaction;
  }
  return undefined;
}

/** The compactions that know of no withdrawn entry, oldest first. */
export async function readCompactions(
  store: Store,
  sessionId: string,
): Promise<CompactionRecord[]> {
  const rewinds = await readRewinds(store, sessionId);
  const found: CompactionRecord[] = [];
  for await (const compaction of compactions(store, sessionId)) {
    if (isInForce(compaction, rewinds)) found.unshift(compaction);
  }
  return found;
}

function isInForce(compaction: StoredCompaction, rewinds: readonly StoredRewind[]): boolean {
  const later = rewinds.filter(({ recordSeq }) => recordSeq > compaction.recordSeq);
  const before = rewinds.findLast(({ recordSeq }) => recordSeq < compaction.recordSeq);
  return later.every(({ fromSeq }) => compaction.throughSeq < fromSeq) && knows(compaction, before);
}

/** The newest compaction since a rewind. */
async function newestSince(
  store: Store,
  sessionId: string,
  rewind: StoredRewind | undefined,
): Promise<StoredCompaction | undefined> {
  for await (const compaction of compactions(store, sessionId)) {
    if (rewind !== undefined && compaction.recordSeq < rewind.recordSeq) return undefined;
    if (knows(compaction, rewind)) return compaction;
  }
  return undefined;
}

/** Whether who made it knew the rewind: versions of everlong without rewinds pass over them. */
function knows(compaction: StoredCompaction, rewind: StoredRewind | undefined): boolean {
  return rewind === undefined || compaction.previousEpoch >= rewind.epoch;
}

/** All rewinds, oldest first. */
export async function readRewinds(store: Store, sessionId: string): Promise<StoredRewind[]> {
  const rewinds: StoredRewind[] = [];
  for await (const record of usableRecords(store, sessionId, { type: 'rewind' })) {
    rewinds.push(record);
  }
  return rewinds;
}

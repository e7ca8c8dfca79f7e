import { ConfigError, type Entry, type SessionRecord, type Store } from '@everlong/core';
import { isOrigin, showValue } from '@everlong/core/internal';
import { createId } from '@everlong/core/store-kit';

import { newestSeqOf } from './find-request.js';
import { forkMetadata } from './unfinished-fork.js';
import { isOfEpoch } from '../state/synced-state.js';
import { stepEnd } from '../summarizing/snapshot-steps.js';
import { markOf, REQUEST_MARK } from '../state/request-mark.js';

/**
 * Makes a new session of the entries up to and including `atSeq`, with the decisions about them:
 * it is in the epoch that was in force then. Returns its id. There is a whole fork or none: one
 * that fails is deleted again, and one whose process was killed cannot be opened.
 * Without `atSeq` it has all entries; with that of a withdrawn one, the session as it was before.
 */
export async function forkSession(
  store: Store,
  sourceId: string,
  place: number | undefined,
): Promise<string> {
  const source = await store.getSession(sourceId);
  const atSeq = place === undefined ? source.entryCount - 1 : place;
  if (!Number.isInteger(atSeq) || atSeq < -1 || atSeq >= source.entryCount) {
    throw new ConfigError(
      `Cannot fork session "${sourceId}" at entry ${showValue(atSeq)}: it has entries 0 to ${source.entryCount - 1}.`,
    );
  }
  const { id } = await store.createSession({
    id: createId(),
    agent: source.agent,
    ...(source.title === undefined ? {} : { title: source.title }),
    metadata: forkMetadata(source, atSeq),
  });
  try {
    await copySession(store, { from: sourceId, to: id, atSeq, isWhole: place === undefined });
  } catch (error) {
    // If deleting fails too, what is left cannot be opened, so the first error matters more.
    await store.deleteSession(id).catch(() => {});
    throw error;
  }
  return id;
}

async function copySession(
  store: Store,
  { from, to, atSeq, isWhole }: { from: string; to: string; atSeq: number; isWhole: boolean },
): Promise<void> {
  const records: SessionRecord[] = [];
  /** Whether the fork brings back an entry that was withdrawn. */
  let isApart = false;
  /** For each record of the source, how many the copy has before it. */
  const copiedBefore: number[] = [];
  for await (const { recordSeq: _seq, recordedAt: _at, ...record } of store.readRecords(from)) {
    copiedBefore.push(records.length);
    isApart ||= !isWhole && withdraws(record, atSeq);
    if (newestSeqOf(record) > atSeq || (isApart && isOfWithdrawal(record))) continue;
    records.push(record);
  }
  const copiedOf = (count: number): number => copiedBefore[count] ?? records.length;
  await copyEntries(store, { from, to, atSeq }, copiedOf);
  for (const record of records) await store.appendRecord(to, record);
  await store.appendRecord(to, { type: 'fork', sourceSessionId: from, throughSeq: atSeq });
}

/** Whether a record was made without the entries that were withdrawn. */
function isOfWithdrawal(record: SessionRecord): boolean {
  return isOfEpoch(record) || (record.type === 'note' && stepEnd(record) >= 0);
}

function withdraws(record: SessionRecord, seq: number): boolean {
  if (record.type !== 'rewind') return false;
  return seq >= record.fromSeq && seq <= (record.throughSeq ?? seq);
}

const BATCH = 500;

async function copyEntries(
  store: Store,
  { from, to, atSeq }: { from: string; to: string; atSeq: number },
  copiedOf: (records: number) => number,
): Promise<void> {
  let batch: Entry[] = [];
  for await (const entry of store.read(from, { to: atSeq })) {
    batch.push(withMark(withKnownOrigin(entry), copiedOf));
    if (batch.length < BATCH) continue;
    await store.append(to, batch);
    batch = [];
  }
  if (batch.length > 0) await store.append(to, batch);
}

/** Earlier versions stored any origin; one that is not known starts no turn, like that of a tool. */
function withKnownOrigin(entry: Entry): Entry {
  const origin: unknown = entry.metadata?.origin;
  if (origin === undefined || isOrigin(origin)) return entry;
  return { ...entry, metadata: { ...entry.metadata, origin: 'tool' } };
}

/** The copy's records are fewer: the mark of an answer counts those that it has. */
function withMark(entry: Entry, copiedOf: (records: number) => number): Entry {
  const mark = markOf(entry);
  if (mark === undefined) return entry;
  const { records, since, ...kept } = mark;
  const request = {
    ...kept,
    records: copiedOf(records),
    ...(since === undefined ? {} : { since: copiedOf(since) }),
  };
  return { ...entry, metadata: { ...entry.metadata, [REQUEST_MARK]: request } };
}

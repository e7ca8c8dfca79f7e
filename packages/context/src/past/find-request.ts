import { ConfigError, type Entry, type SessionRecord, type Store } from '@everlong/core';

import { stepEnd } from '../summarizing/snapshot-steps.js';
import { markOf, type RequestMark } from '../state/request-mark.js';

/** Where in the logs a past request was made. */
export interface RequestPlace extends RequestMark {
  /** The assistant's entry that answers it; `undefined` while there is none. */
  answerSeq?: number;
  /** Whether the answer says so; else it follows from what the records are about. */
  certain: boolean;
}

/**
 * The request behind an entry: the one that an assistant's entry answers, or the first one that
 * held an entry of another role. Rejects with `ConfigError` for a `seq` that the log does not have,
 * and for a request that another program made.
 */
export async function findRequest(
  store: Store,
  sessionId: string,
  atSeq: number,
): Promise<RequestPlace> {
  const { entryCount } = await store.getSession(sessionId);
  if (!Number.isInteger(atSeq) || atSeq < 0 || atSeq >= entryCount) {
    const range = entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`;
    throw new ConfigError(
      `Cannot explain entry ${atSeq} of session "${sessionId}": it has ${range}.`,
    );
  }
  for await (const entry of store.read(sessionId, { from: atSeq })) {
    if (entry.message.role !== 'assistant') continue;
    const mark = markOf(entry);
    const entries = mark?.entries ?? entry.seq;
    // The entry came while that answer was being made: a later request was the first to hold it.
    if (entry.seq !== atSeq && entries <= atSeq) continue;
    if (mark === undefined) requireOwn(entry, atSeq);
    return { ...(await placeOf(store, entry, mark)), answerSeq: entry.seq };
  }
  const records = await recordsBefore(store, sessionId, entryCount);
  return { entries: entryCount, records, certain: false };
}

/** What an imported answer was sent is not in the log: nothing may be shown in its place. */
function requireOwn({ metadata, seq, sessionId }: Entry, atSeq: number): void {
  const imported = metadata?.imported;
  if (imported === undefined) return;
  const answer = seq === atSeq ? '' : `, which entry ${seq} answers,`;
  throw new ConfigError(
    `The request at entry ${atSeq}${answer} of session "${sessionId}" was made by ${imported}, from ` +
      'which the session was imported: the log does not hold it. Name an entry that was added here.',
  );
}

async function placeOf(
  store: Store,
  { sessionId, seq }: Entry,
  mark: RequestMark | undefined,
): Promise<RequestPlace> {
  if (mark !== undefined) return { ...mark, certain: true };
  return { entries: seq, records: await recordsBefore(store, sessionId, seq), certain: false };
}

/** Records up to the first one that knows of more entries. */
async function recordsBefore(store: Store, sessionId: string, entries: number): Promise<number> {
  let count = 0;
  for await (const record of store.readRecords(sessionId)) {
    if (newestSeqOf(record) >= entries) break;
    count = record.recordSeq + 1;
  }
  return count;
}

/** The newest entry that a decision is about; -1 for one that is about none. */
export function newestSeqOf(record: SessionRecord): number {
  switch (record.type) {
    case 'compaction':
    case 'synthetic-results':
      return record.throughSeq;
    case 'rewind':
      return record.throughSeq ?? record.fromSeq;
    case 'injection':
      return record.memory?.forSeq ?? record.afterSeq;
    case 'inputs':
      return record.throughSeq ?? -1;
    case 'pin':
    case 'context-note':
    case 'compaction-request':
      return record.seq;
    case 'note':
      return stepEnd(record);
    default:
      return -1;
  }
}

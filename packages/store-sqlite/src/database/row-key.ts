import { ConfigError } from '@everlong/core';

const SEQ_COUNT = 2 ** 26;

/** The primary key of the entry or record at a place: session key × 2²⁶ + place. */
export function rowKey(sessionKey: number, seq: number): number {
  return sessionKey * SEQ_COUNT + seq;
}

/** The primary key of a new entry or record; throws `ConfigError` when its session is full. */
export function newRowKey(sessionKey: number, seq: number): number {
  if (seq < SEQ_COUNT) return rowKey(sessionKey, seq);
  throw new ConfigError(
    `A session of this store holds at most ${SEQ_COUNT} entries and as many records. ` +
      'Start a new session.',
  );
}

/** The place within its session of the row with this primary key. */
export function seqOf(key: number): number {
  return key % SEQ_COUNT;
}

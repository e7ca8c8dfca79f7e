import type { Store } from '@everlong/core';
import { countRecords } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';
import { escapeJson } from './plain-text.js';

/** Tells the lines of an export that are no entries. */
export const SESSION_LINE = 'session';
export const RECORD_LINE = 'record';

/**
 * Everything that a store has of a session, as lines of JSON: itself with the number of its records,
 * its entries, its records.
 */
export async function* exportLines(store: Store, id: string): AsyncGenerator<string> {
  // What is added meanwhile stays out: records name entries, so they are counted first.
  const recordCount = await countRecords(store, id);
  const info = await store.getSession(id);
  yield toLine({ object: SESSION_LINE, ...info, recordCount });
  if (info.entryCount > 0) {
    for await (const entry of store.read(id, { to: info.entryCount - 1 })) yield toLine(entry);
  }
  if (recordCount === 0) return;
  for await (const record of store.readRecords(id, { to: recordCount - 1 })) {
    yield toLine({ object: RECORD_LINE, session_id: id, ...record });
  }
}

/** A value as a line of JSON that is safe to print; bytes and addresses are kept. */
export function toLine(value: unknown): string {
  return `${escapeJson(encodeValue(value))}\n`;
}

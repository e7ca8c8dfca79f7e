import type { SessionInfo, Store } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { escapeJson } from './plain-text.js';

/** Tells the lines of an export that are no entries. */
export const SESSION_LINE = 'session';
export const RECORD_LINE = 'record';

/** Everything that a store has of a session, as lines of JSON: itself, its entries, its records. */
export async function* exportLines(store: Store, info: SessionInfo): AsyncGenerator<string> {
  yield toLine({ object: SESSION_LINE, ...info });
  // No more than the first line says, should somebody add to it meanwhile.
  const through = { to: info.entryCount - 1 };
  if (info.entryCount > 0) {
    for await (const entry of store.read(info.id, through)) yield toLine(entry);
  }
  for await (const record of store.readRecords(info.id)) {
    yield toLine({ object: RECORD_LINE, session_id: info.id, ...record });
  }
}

/** A value as a line of JSON that is safe to print; bytes and addresses are kept. */
export function toLine(value: unknown): string {
  return `${escapeJson(encodeValue(value))}\n`;
}

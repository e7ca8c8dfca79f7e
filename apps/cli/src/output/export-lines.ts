import type { Entry, ModelMessage, Store } from '@everlong/core';
import { countRecords, type SdkFormatName } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';
import type { Loss, WriteOptions, WriteRequest } from '@everlong/formats/openai-chat';
import { escapeJson } from './plain-text.js';
import type { IsWithdrawn } from './withdrawn-entries.js';

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

/** Loaded when asked for. */
const writers: Readonly<
  Record<
    SdkFormatName,
    () => Promise<{ write(request: WriteRequest, options?: WriteOptions): object }>
  >
> = {
  'openai-chat': () => import('@everlong/formats/openai-chat'),
  'openai-responses': () => import('@everlong/formats/openai-responses'),
  anthropic: () => import('@everlong/formats/anthropic'),
  gemini: () => import('@everlong/formats/gemini'),
  langchain: () => import('@everlong/formats/langchain'),
  'ai-sdk': () => import('@everlong/formats/ai-sdk'),
};

/** The body of an SDK's request with the entries in force, and what it cannot carry. */
export async function exportBody(
  entries: AsyncIterable<Entry>,
  format: SdkFormatName,
  isWithdrawn: IsWithdrawn,
): Promise<{ body: object; losses: string[] }> {
  const messages: ModelMessage[] = [];
  for await (const entry of entries) if (!isWithdrawn(entry)) messages.push(entry.message);
  const lost: Loss[] = [];
  const { write } = await writers[format]();
  const body = write({ messages }, { onLoss: (loss) => lost.push(loss) });
  const kinds = Map.groupBy(lost, ({ kind }) => kind);
  return { body, losses: [...kinds].map(([kind, all]) => `${kind} (${all.length})`) };
}

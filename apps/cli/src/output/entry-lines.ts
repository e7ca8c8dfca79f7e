import { type Entry, messageText } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { excerpt } from './excerpt.js';
import { oneLine, plainText } from './plain-text.js';
import type { IsWithdrawn } from './withdrawn-entries.js';

/**
 * The newest `count` entries of a log, oldest first, one per line; withdrawn ones are marked,
 * secrets redacted.
 */
export async function historyLines(
  read: (options: { reverse: true; limit: number }) => AsyncIterable<Entry>,
  count: number,
  isWithdrawn: IsWithdrawn,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of read({ reverse: true, limit: count })) {
    lines.unshift(entryLine(entry, isWithdrawn(entry)));
  }
  return lines;
}

function entryLine({ seq, message }: Entry, isWithdrawn: boolean): string {
  const text = oneLine(redactSecrets(messageText(message)));
  return `${String(seq).padStart(4)}  ${message.role}${markOf(isWithdrawn)}: ${excerpt(text)}`;
}

/** A whole entry: a heading, and its text as it was stored. */
export function entryBlock({ seq, message, createdAt }: Entry, isWithdrawn: boolean): string {
  const heading = `#${seq} ${message.role}${markOf(isWithdrawn)}, ${createdAt}`;
  return `${heading}\n${plainText(messageText(message))}`;
}

function markOf(isWithdrawn: boolean): string {
  return isWithdrawn ? ' (withdrawn)' : '';
}

import { type Entry, messageText, type ModelMessage } from '@everlong/core';

/** Messages and characters of a log. */
export interface LogCounts {
  roles: Partial<Record<ModelMessage['role'], number>>;
  characters: number;
}

export async function countLog(entries: AsyncIterable<Entry>): Promise<LogCounts> {
  const counts: LogCounts = { roles: {}, characters: 0 };
  for await (const { message } of entries) {
    counts.roles[message.role] = (counts.roles[message.role] ?? 0) + 1;
    counts.characters += messageText(message).length;
  }
  return counts;
}

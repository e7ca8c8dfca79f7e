import type { EntryInput, SessionInput } from '@everlong/core';
import { openStore } from '../../src/files/session-store.js';

export interface StoredSession extends SessionInput {
  entries: readonly EntryInput[];
}

/** Writes sessions into the default store of a folder. */
export async function storeSessions(
  cwd: string,
  sessions: readonly StoredSession[],
): Promise<void> {
  const store = await openStore({ kind: 'jsonl', directory: `${cwd}/.everlong` });
  for (const { entries, ...input } of sessions) {
    const { id } = await store.createSession(input);
    await store.append(id, entries);
  }
  await store.close();
}

/** A question and its answer. */
export function exchangeOf(question: string, answer: string): EntryInput[] {
  return [
    { message: { role: 'user', content: question } },
    { message: { role: 'assistant', content: [{ type: 'text', text: answer }] } },
  ];
}

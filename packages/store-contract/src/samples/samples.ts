import type { CompactionRecord, EntryInput, ModelMessage, Snapshot, Store } from '@everlong/core';

/** An entry with a user's text. */
export function say(text: string, more: Partial<EntryInput> = {}): EntryInput {
  return { message: { role: 'user', content: text }, ...more };
}

/** As many texts as asked for, numbered from `first`. */
export function texts(count: number, first = 0): EntryInput[] {
  return Array.from({ length: count }, (_, index) => say(`message ${first + index}`));
}

/** A new session's id. */
export async function newSession(store: Store, agent = 'agent'): Promise<string> {
  return (await store.createSession({ agent })).id;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The messages of a session, in order. */
export async function readMessages(store: Store, sessionId: string): Promise<ModelMessage[]> {
  return (await collect(store.read(sessionId))).map((entry) => entry.message);
}

/** The text of every message of a session whose content is a string. */
export async function readTexts(store: Store, sessionId: string): Promise<unknown[]> {
  return (await readMessages(store, sessionId)).map((message) => message.content);
}

/** The record that starts an epoch. */
export function compaction(epoch: number, snapshot?: Snapshot): CompactionRecord {
  return {
    type: 'compaction',
    epoch,
    previousEpoch: epoch - 1,
    kind: snapshot === undefined ? 'trim' : 'snapshot',
    throughSeq: 0,
    ranges: [{ from: 0, to: 0, disposition: 'dropped', reason: 'over budget', tokens: 0 }],
    reason: 'hard limit',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(snapshot === undefined ? {} : { snapshot }),
  };
}

/** A snapshot with text that is awkward to store. */
export const sampleSnapshot: Snapshot = {
  text: '## Files Modified\n- `src/a.ts` "quoted"\n\n## Key Decisions\n- 東京 🙂 \u2028 \\',
  tokens: 12,
  throughSeq: 0,
  messagesCovered: 1,
  firstAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-02T00:00:00.000Z',
  source: 'extractive',
  sections: { 'Files Modified': ['src/a.ts'], __proto__x: [] },
  ledger: [
    {
      value: 'src/a.ts',
      kind: 'path',
      cue: 'edited',
      firstSeq: 0,
      lastSeq: 0,
      occurrences: 1,
      spokenUses: 0,
    },
  ],
};

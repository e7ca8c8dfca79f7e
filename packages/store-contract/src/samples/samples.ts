import type { EntryInput, ModelMessage, Store } from '@everlong/core';

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

/** The ids of the sessions that a list gives, in its order. */
export async function listIds(store: Store, options?: Parameters<Store['listSessions']>[0]) {
  return (await store.listSessions(options)).map((info) => info.id);
}

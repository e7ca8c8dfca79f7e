import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';

import type { SessionOptions } from '../../src/config/session-options.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';

export const user = (content: string): ModelMessage => ({ role: 'user', content });
export const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

/** Turns of about 200 tokens each. */
export function turns(count: number, from = 0): ModelMessage[] {
  return Array.from({ length: count }, (_, index) => [
    user(`question ${from + index} ${'word '.repeat(80)}`),
    assistant(`answer ${from + index} ${'word '.repeat(80)}`),
  ]).flat();
}

/** A session in memory, where a token is four characters. */
export function open(options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({ store: createMemoryStore(), tokenizer, ...options });
}

/** All of a log, in order. */
export async function readAll<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

import { ConfigError, createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import type { Session } from '../session-work/session.js';

const search = { description: 'Searches', inputSchema: { type: 'object', properties: {} } };

async function open(): Promise<Session> {
  const session = await openSession({ store: createMemoryStore(), tokenizer });
  await session.append({ role: 'user', content: 'Which port?' });
  return session;
}

describe('the inputs of a request', () => {
  it.each([
    ['a promise', { tools: Promise.resolve({ search }) }, 'Await it'],
    ['a Map', { tools: new Map([['search', search]]) }, 'Object.fromEntries'],
    ['a Set', { tools: new Set([search]) }, '[...tools]'],
    ['null', { tools: null }, 'Leave tools out'],
    ['null, where tools wait to be found', { tools: null, deferTools: true }, 'Leave tools out'],
    ['a text', { tools: 'search' }, 'not "search"'],
    ['a tool that is a text', { tools: { search: 'search' } }, 'The tool "search"'],
    ['instructions that are a number', { instructions: 5 }, 'Instructions must be a string, not 5'],
  ])('refuse %s', async (_, options, message) => {
    const session = await open();
    const error: unknown = await session
      .prepare(options as never)
      .catch((thrown: unknown) => thrown);
    expect(ConfigError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(message);
    expect(await session.compactions()).toEqual([]);
  });

  it('instructions of white space are none: the same is sent, in the same epoch', async () => {
    const session = await open();
    const before = await session.prepare({});
    const after = await session.prepare({ instructions: ' \n ' });
    expect(after.instructions).toBe(before.instructions);
    expect(after.messages).toEqual(before.messages);
    expect(after.state).toEqual(before.state);
  });
});

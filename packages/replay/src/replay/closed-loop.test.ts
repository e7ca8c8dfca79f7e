import type { PreparedRequest, Session } from '@everlong/context';
import { createMemoryStore, type Entry, type EntryInput, type ModelMessage } from '@everlong/core';
import { toEntry } from '@everlong/core/store-kit';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { findPromptPrices } from '../cache/prompt-prices.js';
import { createMessageBook } from '../messages/message-book.js';
import { createReplayLog } from '../needs/replay-log.js';
import { createLoopRun } from './closed-loop.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
const prices = findPromptPrices('claude-sonnet-4-5');

/** Hosts, one a message; then all of them are needed. */
function conversation(count: number): ModelMessage[] {
  const hosts = Array.from({ length: count }, (_, index) => `host_${index}11`);
  return [
    ...hosts.map((host): ModelMessage => ({ role: 'user', content: `There is ${host}.` })),
    { role: 'assistant', content: `Restarting ${hosts.join(', ')}.` },
  ];
}

/** A session that sends what `view` makes of its log. */
async function walk(view: (log: ModelMessage[]) => ModelMessage[], count = 8) {
  const store = createMemoryStore();
  await store.createSession({ id: 'fake', agent: 'replay' });
  const log = createReplayLog(
    conversation(count).map((message) => ({ message })),
    createMessageBook(tokenizer),
  );
  const sent: Entry[] = [];
  const requests: ModelMessage[][] = [];
  const session = {
    id: 'fake',
    append: async (entries: EntryInput[]) => {
      for (const entry of entries) sent.push(toEntry(entry, 'fake', sent.length));
      return [];
    },
    prepare: async () => {
      const messages = view(sent.map(({ message }) => message));
      requests.push(messages);
      return { instructions: '', messages } as unknown as PreparedRequest;
    },
    close: async () => {},
  } as unknown as Session;
  const run = createLoopRun({
    session,
    store,
    log,
    logged: new Set(log.texts),
    tokenizer,
    prices,
    inputs: {},
    idleExpiry: true,
  });
  await run.append(log.entries.slice(0, count));
  const values = log.needs.needsOf(count);
  await run.request({ seq: count, values, lines: [], neverHad: new Set(values.slice(0, 1)) });
  const tokens = requests.flat().reduce((sum, message) => sum + tokenizer.countMessage(message), 0);
  return { loop: await run.finish(), requests, promptUsd: (tokens * 3) / 1e6 };
}

/** 150 tokens of output for each entry read, at $15 a million. */
const readUsd = (reads: number) => (reads * 150 * 15) / 1e6;

describe('a closed loop', () => {
  it('reads nothing again where nothing lacks', async () => {
    const { loop, promptUsd } = await walk((log) => log);
    expect(loop).toMatchObject({
      calls: 1,
      extraCalls: 0,
      readAgain: 0,
      readAgainPer100: 0,
      unmet: 0,
      neverHad: 1,
    });
    expect(loop.costToFinish).toBeCloseTo(promptUsd, 12);
  });

  it('reads six entries a call, the newest first, and carries them on in the log', async () => {
    // The recorded messages are forgotten, what was read again is kept.
    const { loop, requests, promptUsd } = await walk((log) => log.slice(8));
    expect(requests.map(({ length }) => length)).toEqual([0, 7, 9]);
    expect(requests[1]?.[0]).toMatchObject({
      role: 'assistant',
      content: [7, 6, 5, 4, 3, 2].map((entry) => ({ toolName: 'read_again', input: { entry } })),
    });
    // host_011 was nobody's: seven values, six in the first call and one in the second.
    expect(loop).toMatchObject({
      calls: 3,
      extraCalls: 2,
      readAgain: 7,
      readAgainPer100: 700,
      unmet: 0,
      neverHad: 1,
    });
    expect(loop.costToFinish).toBeCloseTo(promptUsd + readUsd(7), 12);
  });

  it('goes on without what it cannot keep, after reading each entry once', async () => {
    const { loop } = await walk(() => []);
    expect(loop).toMatchObject({ extraCalls: 2, readAgain: 7, unmet: 7 });
  });

  it('takes no more than three rounds', async () => {
    const { loop } = await walk((log) => log.slice(20), 20);
    expect(loop).toMatchObject({ extraCalls: 3, readAgain: 18, unmet: 1 });
  });
});

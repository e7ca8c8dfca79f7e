import { createMemoryStore, type ModelMessage, UnsupportedFormatError } from '@everlong/core';
import { createTokenizer, type ModelTokenizer } from '@everlong/tokenizer';
import { sampled } from '@everlong/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { user } from '../support/conversation.js';

function call(input: unknown, toolCallId = 'call-1'): ModelMessage {
  return {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId, toolName: 'run', input }],
  };
}

function result(toolCallId: string): ModelMessage {
  const output = { type: 'text' as const, value: `output of ${toolCallId}` };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: 'run', output }],
  };
}

const ids = Array.from({ length: 2000 }, (_, index) => `call-${index}`);
const parts = ids.map((text) => ({ type: 'text' as const, text }));
const values = Object.fromEntries(ids.map((id) => [id, 'value '.repeat(10)]));

/** Logs that would stop whoever is not careful. */
const logs: readonly [what: string, log: ModelMessage[]][] = [
  ['a megabyte without a space', [user('x'.repeat(1_000_000)), user('and now?')]],
  ['a megabyte of spaces', [user(`${' '.repeat(1_000_000)}x`), user('and now?')]],
  ['a wall of CJK', [user('数'.repeat(200_000)), user('and now?')]],
  ['a latest message of a megabyte', [user('word '.repeat(200_000))]],
  ['thousands of parts', [{ role: 'user', content: parts }, user('and now?')]],
  ['thousands of parts in the latest message', [{ role: 'user', content: parts }]],
  ['thousands of values', [user('go'), call(values), user('and now?')]],
  ['an endless key', [user('go'), call({ ['k'.repeat(300_000)]: 1 }), user('and now?')]],
  [
    'thousands of instructions',
    [...ids.map((content): ModelMessage => ({ role: 'system', content })), user('hi')],
  ],
  [
    'thousands of assistant messages',
    ids.map((content): ModelMessage => ({ role: 'assistant', content })),
  ],
  [
    'thousands of exchanges under one id',
    [user('go'), ...ids.flatMap(() => [call({}, 'same'), result('same')])],
  ],
  [
    'thousands of parallel calls',
    [
      user('go'),
      {
        role: 'assistant',
        content: ids.map((toolCallId) => ({
          type: 'tool-call',
          toolCallId,
          toolName: 'run',
          input: {},
        })),
      },
      ...ids.map((id) => result(id)),
    ],
  ],
];

describe('a log with', () => {
  let tokenizer: ModelTokenizer;
  beforeAll(async () => {
    tokenizer = await createTokenizer({ encoding: 'o200k_base' });
  });

  it.each(sampled(logs, 5))('%s fits, and hangs nobody', async (_what, log) => {
    for (const policy of ['everlong', 'newest']) {
      const session = await openSession({
        store: createMemoryStore(),
        tokenizer,
        policy,
        contextWindow: 8000,
      });
      await session.append(log);
      const { state, messages } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      expect(messages.length).toBeGreaterThan(0);
    }
  });

  it('endless nesting is refused when it comes, or works', async () => {
    const nested = (depth: number): object =>
      Array.from({ length: depth }).reduce<object>((inner) => ({ inner }), {
        leaf: 'leaf '.repeat(2000),
      });
    let refused = 0;
    for (let depth = 500; depth < 9000; depth += 500) {
      const session = await openSession({
        store: createMemoryStore(),
        tokenizer,
        contextWindow: 1000,
      });
      try {
        await session.append([user('go'), call(nested(depth)), user('and now?')]);
      } catch (error) {
        expect(UnsupportedFormatError.isInstance(error)).toBe(true);
        refused++;
        continue;
      }
      const { state } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    expect(refused).toBeGreaterThan(0);
  });
});

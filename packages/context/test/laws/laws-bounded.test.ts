import { createMemoryStore, type ModelMessage, type Tokenizer } from '@everlong/core';
import { sampled } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';

/**
 * A tokenizer that adds up how many characters it was given: work that does not depend on the
 * clock.
 */
function watchedTokenizer() {
  const work = { characters: 0 };
  const tokenizer: Tokenizer = {
    name: 'watched',
    source: 'heuristic',
    count(text) {
      work.characters += text.length;
      return Math.ceil(text.length / 3);
    },
  };
  return { tokenizer, work };
}

const exchange = (number: number): ModelMessage[] => [
  { role: 'user', content: `question ${number} about src/file-${number}.ts` },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `c${number}`, toolName: 'read', input: { number } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${number}`,
        toolName: 'read',
        output: { type: 'text', value: `line of file ${number}\n`.repeat(20) },
      },
    ],
  },
  { role: 'assistant', content: `It exports value${number}.` },
];

/** Characters counted for each fifth of a conversation, a request after each exchange. */
async function workOf(policy: string, exchanges: number): Promise<number[]> {
  const { tokenizer, work } = watchedTokenizer();
  const store = createMemoryStore();
  const session = await openSession({ store, tokenizer, policy, contextWindow: 6000 });
  const sums: number[] = [];
  for (let number = 0; number < exchanges; number++) {
    await session.append(exchange(number));
    await session.prepare({ instructions: 'Be brief.' });
    if ((number + 1) % (exchanges / 5) === 0) sums.push(work.characters);
  }
  return sums.map((sum, index) => sum - (sums[index - 1] ?? 0));
}

/** Characters of a giant: quadratic work takes hours. */
const SIZE = 600_000;

/** A text that slows down what is not linear. */
const GIANTS: [string, string][] = [
  ['one letter', 'a'.repeat(SIZE)],
  ['spaces', ' '.repeat(SIZE)],
  ['line breaks', '\n'.repeat(SIZE)],
  ['quotes', '"'.repeat(SIZE)],
  ['slashes', '/a'.repeat(SIZE / 2)],
  ['dots', 'a.'.repeat(SIZE / 2)],
  ['digits', '7'.repeat(SIZE)],
  ['open brackets', '[{('.repeat(SIZE / 4)],
  ['key = value', 'password = '.repeat(SIZE / 10)],
  ['headings', '## Key Decisions\n'.repeat(SIZE / 20)],
  ['base64', 'QUJD'.repeat(SIZE / 4)],
  ['at signs', 'a@'.repeat(SIZE / 2)],
  ['emoji', '🙂'.repeat(SIZE / 2)],
];

describe('law 12: every input is bounded work', () => {
  const others = policyNames.filter((name) => name !== 'full' && name !== 'everlong');
  const policies = ['everlong', ...sampled(others, 1)];

  it.each(policies)('%s: a request of a long conversation is no more work', async (policy) => {
    // At first the ledger of exact values is still filling, which everlong alone keeps.
    const exchanges = policy === 'everlong' ? 600 : 300;
    const [, , third = 0, , fifth = 0] = await workOf(policy, exchanges);
    expect(fifth / third).toBeLessThan(1.5);
  });

  it.each(sampled(GIANTS, 3))(
    'a giant of %s is sent shortened, and then summarized',
    async (_name, text) => {
      const { tokenizer, work } = watchedTokenizer();
      const store = createMemoryStore();
      const session = await openSession({ store, tokenizer, contextWindow: 8000 });
      await session.append({ role: 'user', content: `Look: ${text}` });
      const { state } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      for (let number = 0; number < 12; number++) await session.append(exchange(number));
      await session.prepare();
      await session.compact();
      expect(work.characters).toBeLessThan(60 * text.length);
    },
  );
});

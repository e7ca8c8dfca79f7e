import type { ModelMessage } from '@everlong/core';
import { countTokens } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createCounter } from './counter.js';

function watched() {
  let characters = 0;
  const tokenizer = {
    name: 'watched',
    source: 'heuristic' as const,
    count(text: string) {
      characters += text.length;
      return countTokens(text);
    },
  };
  return { tokenizer, counted: () => characters };
}

const giant = '\u{1F600}-'.repeat(7_000_000);

it('a text far beyond the window is counted as far as it takes to know that', () => {
  const { tokenizer, counted } = watched();
  const counter = createCounter(tokenizer, 8000);
  expect(counter.text(giant)).toBeCloseTo(giant.length / 4, -2);
  expect(counted()).toBeLessThan(2_000_000);
});

it.each<[string, ModelMessage]>([
  ['a question', { role: 'user', content: giant }],
  [
    'a result',
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call',
          toolName: 'read',
          output: { type: 'text', value: giant },
        },
      ],
    },
  ],
])('so is one in a message: %s', (_name, message) => {
  const { tokenizer, counted } = watched();
  const counter = createCounter(tokenizer, 8000);
  const tokens = counter.message(message);
  expect(tokens).toBeGreaterThan(giant.length / 4);
  expect(tokens).toBeLessThan(giant.length / 4 + 100);
  expect(counted()).toBeLessThan(2_000_000);
});

it('a giant text that may fit the window is counted whole', () => {
  const { tokenizer, counted } = watched();
  const counter = createCounter(tokenizer, 10_000_000);
  expect(counter.text(giant)).toBeGreaterThanOrEqual(Math.ceil(giant.length / 4));
  expect(counted()).toBe(giant.length);
});

import type { ModelMessage } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { expect, it } from 'vitest';

import { createMessageBook } from './message-book.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });

it('splits a message into blocks whose tokens are those of the message', () => {
  const message: ModelMessage = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look at both files.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'src/a.ts' } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'read', input: { path: 'src/b.ts' } },
    ],
  };
  const { blocks, tokens } = createMessageBook(tokenizer).message(message);
  expect(blocks).toHaveLength(3);
  expect(blocks.reduce((sum, block) => sum + block.tokens, 0)).toBe(tokens);
  expect(tokens).toBe(tokenizer.countMessage(message));
});

it('gives equal messages one identity, and blocks one key, whoever made them', () => {
  const book = createMessageBook(tokenizer);
  const user = (text: string): ModelMessage => ({
    role: 'user',
    content: [{ type: 'text', text }],
  });
  expect(book.message(user('a')).id).toBe(book.message(user('a')).id);
  expect(book.message(user('a')).id).not.toBe(book.message(user('b')).id);
  const two: ModelMessage = {
    role: 'user',
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  };
  expect(book.message(two).blocks.map(({ key }) => key)).toEqual([
    book.message(user('a')).blocks[0]?.key,
    book.message(user('b')).blocks[0]?.key,
  ]);
});

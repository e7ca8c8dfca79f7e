import type { ModelMessage } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createPolicyTally } from '../report/policy-tally.js';
import { createDerivedPhrases, scoreCodeLength } from './code-length.js';
import { toRequestTexts } from './shown-request.js';
import { countPhrases, createPhraseIndex } from './phrase-index.js';
import { createReplayLog } from './replay-log.js';

describe('countPhrases', () => {
  const index = createPhraseIndex();
  const hello = index.add('hello world');
  const later = index.add('later, hello there');
  const count = (text: string, ...ids: number[]) =>
    countPhrases(text, [{ index, isAllowed: (id) => ids.includes(id) }]);

  it('counts the longest pieces from left to right, and single characters', () => {
    // "hello world", "!"
    expect(count('hello world!', hello)).toBe(2);
    // "hello ", then 6 characters that stand nowhere
    expect(count('hello worlds', later)).toBe(7);
    // "hello ", "there"
    expect(count('hello there', hello)).toBe(6);
    expect(count('hello there', hello, later)).toBe(1);
    // Pieces of four characters are no phrases.
    expect(count('hell', hello)).toBe(4);
    expect(count('', hello)).toBe(0);
  });

  it('does not run over the end of a text', () => {
    expect(count('worldlater', hello, later)).toBe(2);
  });

  it('keeps up with long texts that repeat themselves', () => {
    const long = createPhraseIndex();
    long.add('ab'.repeat(200_000));
    // Only the newest 32 places are compared: pieces of 62 characters or more.
    const phrases = countPhrases('ab'.repeat(200_000), [{ index: long, isAllowed: () => true }]);
    expect(phrases).toBeLessThanOrEqual(400_000 / 62);
    expect(long.characters).toBe(400_000);
  });
});

describe('scoreCodeLength', () => {
  const recorded: ModelMessage[] = [
    { role: 'user', content: 'The server is called build-4711.' },
    { role: 'assistant', content: 'Understood.' },
    { role: 'user', content: 'Which one?' },
    { role: 'assistant', content: 'build-4711.' },
  ];

  it('books what the request needs more than the log', async () => {
    const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
    const book = createMessageBook(tokenizer);
    const log = createReplayLog(
      recorded.map((message) => ({ message })),
      book,
    );
    const derived = createDerivedPhrases();
    const score = (...texts: string[]) => {
      const tally = createPolicyTally();
      const request = toRequestTexts(
        texts.map((text) => book.text(text)),
        new Set(log.texts),
      );
      scoreCodeLength(tally, 3, request, log.phrases, derived);
      return tally.codeLength;
    };
    const [first] = recorded;
    expect(score(first!.content as string)).toEqual({
      messages: 1,
      phrases: 1,
      logPhrases: 1,
      extra: 0,
    });
    // "build", then 6 characters.
    expect(score('the build')).toEqual({ messages: 1, phrases: 7, logPhrases: 1, extra: 6 });
    expect(score()).toEqual({ messages: 1, phrases: 11, logPhrases: 1, extra: 10 });
    // What another request held does not count for this one.
    expect(score('Which one?')).toMatchObject({ phrases: 11 });
  });
});

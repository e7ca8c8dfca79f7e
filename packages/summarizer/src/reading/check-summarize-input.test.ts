import { ConfigError, type SummarizeInput } from '@everlong/core';
import { countTokens as count, makeEntries } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../account/extractive-summarizer.js';
import { createSummarizer } from '../model/model-summarizer.js';
import { redactEntries } from './redact-entries.js';
import { parseSections } from '../sections/parse-sections.js';
import { extractValues } from '../values/extract-values.js';

const entries = makeEntries([['user', 'Never restart heron.']]);
const isConfigError = expect.toSatisfy(ConfigError.isInstance) as unknown as Error;

it.each([
  ['nothing', undefined, 'takes { entries, maxTokens, count, ... }, not undefined'],
  ['null', null, 'not null'],
  ['messages', { messages: [], maxTokens: 100, count }, 'entries of summarize must be a list'],
  ['no entry', { entries: [null], maxTokens: 100, count }, 'entries[0] of summarize'],
  [
    'a message without its entry',
    { entries: [...entries, { role: 'user', content: 'x' }], maxTokens: 100, count },
    'entries[1] of summarize must be an entry of a store, with its `message`',
  ],
  ['no limit', { entries, count }, 'maxTokens of summarize must be a number'],
  ['NaN', { entries, maxTokens: Number.NaN, count }, 'not NaN'],
  [
    'the text of a snapshot',
    { entries, maxTokens: 100, count, previous: '## Key Decisions' },
    'previous of summarize must be the snapshot of an earlier result',
  ],
  ['no counter', { entries, maxTokens: 100 }, 'count of summarize must be a function'],
])('a summarizer refuses %s, and says what it takes', async (_, given, message) => {
  const input = given as unknown as SummarizeInput;
  const summarizers = [createExtractiveSummarizer(), createSummarizer({ compactify: () => '' })];
  for (const summarizer of summarizers) {
    await expect(summarizer.summarize(input)).rejects.toThrow(isConfigError);
    await expect(summarizer.summarize(input)).rejects.toThrow(message);
  }
});

it.each([undefined, null, 5, {}, Symbol('x')])('helpers refuse %o', (wrong) => {
  expect(() => extractValues(wrong as never)).toThrow(isConfigError);
  expect(() => parseSections(wrong as never)).toThrow(isConfigError);
  expect(() => redactEntries(wrong as never)).toThrow(isConfigError);
});

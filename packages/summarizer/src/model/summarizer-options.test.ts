import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import { createSummarizer } from './model-summarizer.js';

it.each([
  [{ timeout: 5 }, 'Did you mean "timeoutMs"?'],
  [{ maxCalls: 0 }, 'maxCalls of createSummarizer must be a number of at least 1, not 0'],
  [{ contextWindow: '64k' }, 'contextWindow of createSummarizer must be a number'],
])('createSummarizer refuses %j', (options, problem) => {
  const create = () => createSummarizer({ compactify: () => '', ...(options as object) });
  expect(create).toThrow(expect.toSatisfy(ConfigError.isInstance));
  expect(create).toThrow(problem);
});

it.each([
  [undefined, 'createSummarizer takes an object of options'],
  [{ model: 3 }, 'must be a language model of the AI SDK, not 3'],
  [{ model: '' }, 'must be a language model of the AI SDK, not ""'],
  [{ model: null }, 'must be a language model of the AI SDK, not null'],
  [{ model: { modelId: 'gpt-5' } }, 'must be a language model of the AI SDK, not {"modelId"'],
  [
    { compactify: () => '', summaryPrompt: 5 },
    'summaryPrompt of createSummarizer must be a string',
  ],
])('createSummarizer refuses %j', (options, problem) => {
  const create = () => createSummarizer(options as never);
  expect(create).toThrow(expect.toSatisfy(ConfigError.isInstance));
  expect(create).toThrow(problem);
});

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

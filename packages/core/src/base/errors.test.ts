import { expect, it } from 'vitest';

import { ContextOverflowError } from './errors.js';

it.each([
  ['instructions', 'The instructions of this request need 9 tokens, but only 5 are free'],
  ['tools', 'The tools of this request need 9 tokens, but only 5 are free'],
  ['message', 'The latest user message of this request needs 9 tokens, but only 5 are free'],
] as const)('an overflow names the %s and its size', (part, said) => {
  const error = new ContextOverflowError(part, 9, 5);
  expect(error.message).toContain(said);
  expect(error).toMatchObject({ code: 'context-overflow', part, tokens: 9, maxTokens: 5 });
});

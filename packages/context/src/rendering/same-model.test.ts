import { describe, expect, it } from 'vitest';

import { isSameModel } from './same-model.js';

describe('isSameModel', () => {
  it.each([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4.5', 'anthropic/claude-sonnet-4-5-20250929'],
    ['my-own-model', 'local/my-own-model'],
    [undefined, undefined],
  ])('%s is %s', (left, right) => {
    expect(isSameModel(left, right)).toBe(true);
    expect(isSameModel(right, left)).toBe(true);
  });

  it.each([
    ['claude-sonnet-4-5', 'claude-opus-4-5'],
    ['azure/gpt-5.5', 'openai/gpt-5.5'],
    ['openrouter/anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['my-own-model', 'my-own-model-2'],
    ['gpt-5.5', undefined],
  ])('%s is not %s', (left, right) => {
    expect(isSameModel(left, right)).toBe(false);
    expect(isSameModel(right, left)).toBe(false);
  });
});

import { expect, test } from 'vitest';

import { takesSystemMessages } from './takes-system-messages.js';

test('newer models of Anthropic take system messages in mid-conversation', () => {
  expect(takesSystemMessages('claude-opus-5-5')).toBe(true);
  expect(takesSystemMessages('anthropic/claude-sonnet-5-5')).toBe(true);
  expect(takesSystemMessages('claude-opus-4-8-20260528')).toBe(true);
});

test('older models, other clouds and unknown models do not', () => {
  const others = ['claude-sonnet-4-6', 'bedrock/claude-opus-5-5', 'gpt-5', undefined];
  for (const model of [...others, 'us.anthropic.claude-opus-4-8-v1:0', 'claude-opus-5-5@default']) {
    expect(takesSystemMessages(model)).toBe(false);
  }
});

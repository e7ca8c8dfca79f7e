import { describe, expect, it } from 'vitest';

import { ConfigError } from './errors.js';
import { parseUsage } from './provider-usage.js';

describe('parseUsage', () => {
  it.each([
    [
      'the AI SDK',
      { inputTokens: 100, outputTokens: 5, inputTokenDetails: { cacheReadTokens: 60 } },
      { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60 },
    ],
    [
      'AI SDK 4',
      { promptTokens: 100, completionTokens: 5, totalTokens: 105 },
      { inputTokens: 100, outputTokens: 5 },
    ],
    [
      'Anthropic',
      {
        input_tokens: 10,
        output_tokens: 5,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 30,
      },
      { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60, cacheWriteTokens: 30 },
    ],
    [
      'Anthropic with a summary of its own (compaction-threshold)',
      {
        input_tokens: 23,
        output_tokens: 1,
        iterations: [
          { type: 'compaction', input_tokens: 180, output_tokens: 3 },
          { type: 'message', input_tokens: 23, output_tokens: 1 },
        ],
      },
      { inputTokens: 203, outputTokens: 4 },
    ],
    [
      'Gemini',
      {
        promptTokenCount: 90,
        toolUsePromptTokenCount: 10,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 2,
        cachedContentTokenCount: 60,
        totalTokenCount: 105,
      },
      { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60, reasoningTokens: 2 },
    ],
    [
      'LangChain',
      {
        input_tokens: 100,
        output_tokens: 5,
        total_tokens: 105,
        input_token_details: { cache_read: 60, cache_creation: 30 },
        output_token_details: { reasoning: 2 },
      },
      {
        inputTokens: 100,
        outputTokens: 5,
        cacheReadTokens: 60,
        cacheWriteTokens: 30,
        reasoningTokens: 2,
      },
    ],
    [
      'OpenAI’s Responses',
      {
        input_tokens: 100,
        output_tokens: 5,
        input_tokens_details: { cached_tokens: 60 },
        output_tokens_details: { reasoning_tokens: 2 },
      },
      { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60, reasoningTokens: 2 },
    ],
    [
      'OpenAI’s Chat Completions',
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: null,
      },
      { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60 },
    ],
    [
      'an AI SDK whose provider says nothing',
      { inputTokens: undefined, outputTokens: undefined },
      { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 },
    ],
    ['a stopped call', 'unknown', { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 }],
  ])('reads the usage of %s', (_name, reported, usage) => {
    expect(parseUsage(reported)).toEqual(usage);
  });

  // promise: any-5
  it.each([undefined, null, 5, 'usage', {}, [], { tokens: 3 }, { usage: { input_tokens: 1 } }])(
    'refuses %j and says what is expected',
    (reported) => {
      expect(() => parseUsage(reported)).toThrow(ConfigError);
      expect(() => parseUsage(reported)).toThrow('{ inputTokens, outputTokens }');
    },
  );
});

describe('what is no usage', () => {
  // promise: any-5
  it.each([
    [{ prompt_tokens: '5', completion_tokens: 1 }, /"prompt_tokens" of a usage .* not "5"/],
    [{ inputTokens: { total: 5 }, outputTokens: { total: 3 } }, /"inputTokens" .*\{"total":5\}/],
    [{ choices: [], usage: { prompt_tokens: 4 } }, /It has a `usage`: pass that/],
    [{ usageMetadata: { promptTokenCount: 4 } }, /It has a `usageMetadata`/],
  ])('%j is refused, not booked as nothing', (reported, message) => {
    expect(() => parseUsage(reported)).toThrow(message);
  });
});

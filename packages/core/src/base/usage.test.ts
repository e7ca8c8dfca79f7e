import { describe, expect, it } from 'vitest';

import { addUsage, toUsage } from './usage.js';

describe('toUsage', () => {
  it('reads the shape of AI SDK 7', () => {
    const usage = toUsage({
      inputTokens: 100,
      outputTokens: 20,
      inputTokenDetails: { cacheReadTokens: 60, cacheWriteTokens: 30 },
      outputTokenDetails: { reasoningTokens: 5 },
    });
    expect(usage).toEqual({
      inputTokens: 100,
      outputTokens: 20,
      cacheReadTokens: 60,
      cacheWriteTokens: 30,
      reasoningTokens: 5,
    });
  });

  it('reads the flat fields of AI SDK 6', () => {
    const usage = toUsage({
      inputTokens: 1,
      outputTokens: 2,
      cachedInputTokens: 3,
      reasoningTokens: 4,
    });
    expect(usage).toEqual({
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      reasoningTokens: 4,
    });
  });

  it('takes its own shape as it is', () => {
    const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 3 };
    expect(toUsage(usage)).toEqual(usage);
    const stopped = { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 };
    expect(toUsage(stopped)).toEqual(stopped);
  });

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, -5, 1e308, 1e12, '7' as never])(
    'counts %s as 0',
    (tokens) => {
      expect(toUsage({ inputTokens: tokens, outputTokens: tokens })).toEqual({
        inputTokens: 0,
        outputTokens: 0,
      });
    },
  );
});

describe('addUsage', () => {
  it('adds field by field and leaves out what neither has', () => {
    const sum = addUsage(
      { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 },
      { inputTokens: 10, outputTokens: 20, reasoningTokens: 4 },
    );
    expect(sum).toEqual({
      inputTokens: 11,
      outputTokens: 22,
      cacheReadTokens: 3,
      reasoningTokens: 4,
    });
  });

  it('stays a number, whatever was stored', () => {
    const absurd = { inputTokens: 1.7e308, outputTokens: null as never, reasoningTokens: -3 };
    const sum = addUsage(addUsage(absurd, absurd), { inputTokens: 1, outputTokens: 1 });
    expect(sum).toEqual({ inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 1 });
  });
});

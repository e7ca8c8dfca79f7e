import { ConfigError } from '@everlong/core';
import { registerModel } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { findPromptPrices } from './prompt-prices.js';

describe('findPromptPrices', () => {
  it('prices read, written and other tokens by the sheet', () => {
    registerModel({
      name: 'claude-test-priced',
      contextWindow: 100_000,
      provider: 'anthropic',
      prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      longPrices: { aboveTokens: 50_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 },
    });
    const { promptUsd, callUsd, uncachedUsd } = findPromptPrices('claude-test-priced');
    const tokens = { inputTokens: 10_000, cachedTokens: 6000, cacheWriteTokens: 3000 };
    // 1,000 at $3, 6,000 at $0.30 and 3,000 at $3.75 a million.
    expect(promptUsd(tokens)).toBeCloseTo(0.003 + 0.0018 + 0.01125, 12);
    expect(uncachedUsd(10_000)).toBeCloseTo(0.03, 12);
    expect(uncachedUsd(100_000)).toBeCloseTo(0.6, 12);
    expect(callUsd({ inputTokens: 1000, outputTokens: 100 })).toBeCloseTo(0.003 + 0.0015, 12);
  });

  it('falls back to the rules of the family where the sheet is silent', () => {
    registerModel({
      name: 'claude-test-bare',
      contextWindow: 100_000,
      provider: 'anthropic',
      prices: { input: 10 },
    });
    const { promptUsd } = findPromptPrices('claude-test-bare');
    const tokens = { inputTokens: 2000, cachedTokens: 1000, cacheWriteTokens: 1000 };
    expect(promptUsd(tokens)).toBeCloseTo(0.001 + 0.0125, 12);
  });

  it('refuses a model without a price', () => {
    expect(() => findPromptPrices('no-such-model')).toThrow(ConfigError);
  });
});

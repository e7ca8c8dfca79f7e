import { ConfigError, type Usage } from '@everlong/core';
import { describeModel, type ModelInfo, type Prices } from '@everlong/tokenizer';

import { type CacheLifetime, type CacheRules, findCacheRules } from './cache-rules.js';
import type { CacheOutcome } from './prefix-cache.js';

/** What prompts cost with one model, in US dollars. */
export interface PromptPrices {
  model: ModelInfo;
  rules: CacheRules;
  /** Tokens that are neither read from the cache nor written to it count as plain input. */
  promptUsd(outcome: CacheOutcome): number;
  /** The same prompt when the cache serves nothing. */
  uncachedUsd(inputTokens: number): number;
  /** A call whose usage a provider reported, its answer included. */
  callUsd(usage: Usage): number;
}

const MILLION = 1_000_000;

/**
 * The prices of a model in the registry. Missing cache prices follow from the cache rules, or for
 * caches without breakpoints equal the input price. Throws `ConfigError` for a model without a
 * price for input.
 */
export function findPromptPrices(
  modelName: string,
  lifetime: CacheLifetime = 'default',
): PromptPrices {
  const model = describeModel(modelName);
  const rules = findCacheRules(model, lifetime);
  if (model.prices.input === undefined) {
    throw new ConfigError(
      `No price is known for the model "${modelName}", so replay cannot say what requests cost. ` +
        'Choose a model with a price, or describe it with registerModel({ name, contextWindow, prices }).',
    );
  }
  const isHour = lifetime === '1h' && model.provider === 'anthropic';
  const base = completePrices(model.prices, rules, isHour);
  const { longPrices } = model;
  const long = longPrices && completePrices({ ...model.prices, ...longPrices }, rules, isHour);

  function pricesFor(inputTokens: number): Required<Prices> {
    const isLong = long !== undefined && inputTokens > (longPrices?.aboveTokens ?? Infinity);
    return isLong ? long : base;
  }

  function promptUsd({ inputTokens, cachedTokens, cacheWriteTokens }: CacheOutcome): number {
    const prices = pricesFor(inputTokens);
    const plain = inputTokens - cachedTokens - cacheWriteTokens;
    const sum =
      plain * prices.input + cachedTokens * prices.cacheRead + cacheWriteTokens * prices.cacheWrite;
    return sum / MILLION;
  }

  return {
    model,
    rules,
    promptUsd,
    uncachedUsd: (inputTokens) => (inputTokens * pricesFor(inputTokens).input) / MILLION,
    callUsd: ({ inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }) =>
      promptUsd({ inputTokens, cachedTokens: cacheReadTokens, cacheWriteTokens }) +
      (outputTokens * pricesFor(inputTokens).output) / MILLION,
  };
}

function completePrices(prices: Prices, rules: CacheRules, isHour: boolean): Required<Prices> {
  const { input = 0, output = 0 } = prices;
  const isMarked = rules.kind === 'breakpoints';
  const sheet = isHour ? prices.cacheWriteHour : prices.cacheWrite;
  const cacheWrite = sheet ?? (isMarked ? input * rules.writeFactor : input);
  return {
    input,
    output,
    cacheRead: prices.cacheRead ?? (isMarked ? input * rules.readFactor : input),
    cacheWrite,
    cacheWriteHour: prices.cacheWriteHour ?? cacheWrite,
  };
}

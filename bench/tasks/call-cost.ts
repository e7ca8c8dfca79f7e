import type { ModelMessage, Usage } from '@everlong/core';
import { createPrefixCache, findCacheRules } from '@everlong/replay';
import { describeModel, type ModelTokenizer } from '@everlong/tokenizer';

/** What one call was billed for. */
interface CallCost {
  inputTokens: number;
  cachedTokens: number;
  usd: number;
}

export interface CallCostMeter {
  call(request: {
    messages: readonly ModelMessage[];
    /** Tokens of instructions and tools, which stand first, and a text that changes with them. */
    headTokens: number;
    headKey: string;
    /** How many snapshots stand before the log's own messages. */
    snapshots: number;
    outputTokens: number;
  }): CallCost;
  /** What a call costs that shares no prefix with others. */
  summaryUsd(usage: Usage): number;
}

/** What an agent's step takes, so that cached prefixes of these sessions do not expire. */
const STEP_MS = 15_000;

/** Bills the calls of one conversation at a model's prices, by the rules of its prompt cache. */
export function createCallCostMeter(model: string, tokenizer: ModelTokenizer): CallCostMeter {
  const info = describeModel(model);
  const cache = createPrefixCache(findCacheRules(info));
  const { input = 0, output = 0, cacheRead = input, cacheWrite = input } = info.prices;
  const known = new WeakMap<ModelMessage, { key: string; tokens: number }>();
  let atMs = 0;

  function blockOf(message: ModelMessage): { key: string; tokens: number } {
    const cached = known.get(message);
    if (cached !== undefined) return cached;
    const block = { key: JSON.stringify(message), tokens: tokenizer.countMessage(message) };
    known.set(message, block);
    return block;
  }

  return {
    call({ messages, headTokens, headKey, snapshots, outputTokens }) {
      atMs += STEP_MS;
      const outcome = cache.request({
        blocks: [{ key: `head ${headKey}`, tokens: headTokens }, ...messages.map(blockOf)],
        instructionBlocks: 1,
        epochHeadBlocks: 1 + snapshots,
        atMs,
      });
      const { inputTokens, cachedTokens, cacheWriteTokens } = outcome;
      const plainTokens = inputTokens - cachedTokens - cacheWriteTokens;
      const usd =
        (plainTokens * input +
          cachedTokens * cacheRead +
          cacheWriteTokens * cacheWrite +
          outputTokens * output) /
        1e6;
      return { inputTokens, cachedTokens, usd };
    },
    summaryUsd: ({ inputTokens, outputTokens }) =>
      (inputTokens * input + outputTokens * output) / 1e6,
  };
}

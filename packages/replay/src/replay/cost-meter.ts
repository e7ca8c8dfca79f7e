import type { MessageFacts } from '../messages/message-book.js';
import type { PolicyTally } from '../report/policy-tally.js';
import { createPrefixCache } from '../cache/prefix-cache.js';
import type { CacheBlock } from '../messages/cache-block.js';
import type { PromptPrices } from '../cache/prompt-prices.js';

/** What determines the cost of a request. */
interface MeteredRequest {
  /** Tools and instructions, in this order. */
  fixed: readonly CacheBlock[];
  messages: readonly MessageFacts[];
  /** How many messages at the start are not of the log: snapshots and notes. */
  headMessages: number;
  atMs: number | undefined;
}

/** Adds up what requests cost and counts those that extend the previous one. */
export interface CostMeter {
  add(request: MeteredRequest): void;
}

export function createCostMeter(
  prices: PromptPrices,
  tally: PolicyTally,
  options: { idleExpiry: boolean },
): CostMeter {
  const cache = createPrefixCache(prices.rules, options);
  const lastingCache = createPrefixCache(prices.rules, { idleExpiry: false });
  let previous: MeteredRequest | undefined;

  return {
    add(request) {
      const blocks = [...request.fixed, ...request.messages.flatMap((message) => message.blocks)];
      const headBlocks = request.messages
        .slice(0, request.headMessages)
        .reduce((sum, message) => sum + message.blocks.length, request.fixed.length);
      const sent = {
        blocks,
        instructionBlocks: request.fixed.length,
        epochHeadBlocks: headBlocks,
        ...(request.atMs === undefined ? {} : { atMs: request.atMs }),
      };
      const outcome = cache.request(sent);
      tally.cachedTokensWithoutExpiry += lastingCache.request(sent).cachedTokens;
      tally.inputTokens += outcome.inputTokens;
      tally.cachedTokens += outcome.cachedTokens;
      tally.cacheWriteTokens += outcome.cacheWriteTokens;
      tally.costUsd += prices.promptUsd(outcome);
      tally.uncachedUsd += prices.uncachedUsd(outcome.inputTokens);
      if (previous !== undefined && extendsRequest(previous, request)) tally.stableRequests++;
      previous = request;
    },
  };
}

/** Whether the request begins with all of the one before, each message identical. */
function extendsRequest(before: MeteredRequest, request: MeteredRequest): boolean {
  return (
    before.fixed.length === request.fixed.length &&
    before.fixed.every(({ key }, index) => key === request.fixed[index]?.key) &&
    before.messages.every(({ id }, index) => id === request.messages[index]?.id)
  );
}

import { keptTokens } from './everlong-allocation.js';
import type { PolicyContext } from '../policies/policy.js';
import { spentSinceModel, USUAL_OUTPUT_PRICE } from '../policies/spent-since-model.js';

/** What a model's summary usually has, and what its call reads besides the messages. */
const SUMMARY_TOKENS = 1250;
const PROMPT_TOKENS = 2000;
/** Of a longer range a model is given texts that are cut. */
const MAX_READ_TOKENS = 32_000;

/**
 * What a model's text is taken to save of what calls have cost since a model was last asked. With
 * this share recordings cost at most a tenth more to finish, even where the text says nothing.
 */
const SAVED_SHARE = 0.06;

/**
 * Whether a model's summary saves more than its call costs, by the provider's prices. What it spares,
 * looking things up, mistakes and a longer account, is taken to be a share of what calls have cost
 * since a model was last asked: so its own calls add no more than that.
 */
export function modelPays(context: PolicyContext): boolean {
  const { prices, usedTokens, fixedTokens, inputBudget } = context;
  const { output = USUAL_OUTPUT_PRICE, summarizer = 1 } = prices;
  // A call that extends the cached request has to fit the window with it.
  const fits = usedTokens + PROMPT_TOKENS <= inputBudget;
  const isCached = fits && context.asksCachedModel === true && !context.promptCacheExpired;
  const leftOut = Math.max(0, usedTokens - fixedTokens - keptTokens(context).kept);
  const told = Math.min(leftOut + SUMMARY_TOKENS, MAX_READ_TOKENS);
  const read = isCached ? usedTokens * prices.cacheRead : told;
  const price = (read + PROMPT_TOKENS + SUMMARY_TOKENS * output) * summarizer;
  return spentSinceModel(context) * SAVED_SHARE >= price;
}

import type { PolicyContext } from './policy.js';
import { isReply } from '../rendering/message-group.js';

/** Where the price of answers is not known, how many times that of uncached input it usually is. */
export const USUAL_OUTPUT_PRICE = 5;

/** What an answer that calls tools is taken to have, its results not counted. */
const CALL_TOKENS = 150;

/**
 * What the session's calls have cost since a model was last asked for a snapshot, in uncached input
 * tokens: all that an epoch sends is written to the cache once, each call reads what was there before
 * it, and answers have a price of their own.
 */
export function spentSinceModel({
  groups,
  firstNew,
  snapshotTokens,
  fixedTokens,
  prices: { cacheRead, cacheWrite, output = USUAL_OUTPUT_PRICE },
  spentSinceModel: before = 0,
}: PolicyContext): number {
  let spent = before;
  let size = fixedTokens + snapshotTokens;
  for (const [index, group] of groups.entries()) {
    const { tokens, messages } = group;
    if (index >= firstNew && messages[0]?.role === 'assistant') {
      const answer = isReply(group) ? tokens : Math.min(tokens, CALL_TOKENS);
      spent += size * cacheRead + answer * output;
    }
    size += tokens;
  }
  return Math.round(spent + size * cacheWrite);
}

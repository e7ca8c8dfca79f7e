import type { CompactionDecision } from '../policies/policy.js';
import { isPinned, type MessageGroup, openExchange } from '../rendering/message-group.js';
import type { RequestView } from './request-view.js';

/** A compaction that frees less than this share of the input budget is not worth a new prefix. */
const MIN_GAIN_SHARE = 0.05;

/** Tokens of what a decision leaves out, and what its masks save; a new snapshot is not counted. */
export function tokensFreed(
  { state, config, context }: RequestView,
  { firstKept, firstMasked = firstKept, alsoKeep, alsoMask, keepLines }: CompactionDecision,
): number {
  const { groups, latestUser } = context;
  const open = openExchange(groups);
  const stays = (group: MessageGroup, index: number): boolean =>
    index === latestUser ||
    group === open ||
    alsoKeep?.has(index) === true ||
    isPinned(state, group);
  return groups.slice(0, firstKept).reduce((sum, group, index) => {
    if (stays(group, index)) {
      const inPart = group.entries.some(({ seq }) => keepLines?.has(seq) === true);
      if (!inPart) return sum;
      return sum + group.tokens - config.sizes.lines(group, (seq) => keepLines?.get(seq));
    }
    const isMasked = index >= firstMasked || alsoMask?.has(index) === true;
    return sum + group.tokens - (isMasked ? config.sizes.masked(group) : 0);
  }, 0);
}

/** The tokens that a compaction must free to be worth a new prefix. */
export function minTokensFreed({ budget }: RequestView): number {
  return budget.inputBudget * MIN_GAIN_SHARE;
}

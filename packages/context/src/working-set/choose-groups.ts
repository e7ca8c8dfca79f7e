import type { MessageGroup } from '../rendering/message-group.js';
import type { GroupKind } from './group-contents.js';
import { groupFeatures } from './group-features.js';
import { needChance } from './need-chance.js';
import { chooseUserTexts, USER_TEXT_REASON, type UserTextOptions } from './user-texts.js';

export interface WorkingSetOptions extends UserTextOptions {
  /** Tokens that older groups may take together, the user's own texts not counted. */
  maxTokens: number;
  /** The share of `maxTokens` up to which groups stay whole; the rest is for masked ones. */
  wholeShare: number;
  maskedTokens(group: MessageGroup): number;
}

/** Older groups that stay whole, each with the reason, and those that stay masked, by index. */
export interface WorkingSet {
  whole: ReadonlyMap<number, string>;
  masked: ReadonlySet<number>;
}

/** A longer answer is one among others. */
const MAX_ANSWER_TOKENS = 60;

const REASONS: Readonly<Record<GroupKind, string>> = {
  user: USER_TEXT_REASON,
  reply: 'what was answered',
  read: 'a file in play',
  search: 'what was found and is in use',
  change: 'a change of a file in play',
  run: 'an output in use',
  plan: 'the plan in force',
  other: 'likely to be needed',
};

/**
 * What of the older groups stays: the user's own texts, the newest plan, then the groups that are
 * most likely needed for the room they take, then the newest of the others with their results
 * masked. Pure and deterministic; ties go to the newer group.
 */
export function chooseWorkingSet(options: WorkingSetOptions): WorkingSet {
  const { groups, firstKept, latestUser, maxTokens, maskedTokens } = options;
  const features = groupFeatures(groups);
  const whole = new Map<number, string>();
  let left = maxTokens;

  function keep(index: number, reason: string): void {
    whole.set(index, reason);
    left -= groups[index]?.tokens ?? 0;
  }

  for (const index of chooseUserTexts(options)) whole.set(index, USER_TEXT_REASON);
  const newestFirst = groups
    .flatMap((group, index) =>
      index < firstKept && index !== latestUser && group.messages.length > 0
        ? [{ index, tokens: group.tokens, kind: features[index]?.kind ?? 'other' }]
        : [],
    )
    .toReversed();
  // What became of each request is kept with it, where an answer says so in a few words.
  for (const { index, tokens, kind } of newestFirst) {
    const endsTurn = groups[index + 1]?.startsTurn === true;
    if (kind !== 'reply' || !endsTurn || tokens > MAX_ANSWER_TOKENS || tokens > left) continue;
    keep(index, REASONS.reply);
  }
  const plan = newestFirst.find(({ kind }) => kind === 'plan');
  if (plan !== undefined && plan.tokens <= left / 4) keep(plan.index, REASONS.plan);

  const ranked = newestFirst
    .filter(({ index }) => !whole.has(index))
    .map((candidate) => {
      const found = features[candidate.index];
      const chance = found === undefined ? 0 : needChance(found, candidate.tokens);
      return { ...candidate, worth: chance / Math.sqrt(1 + candidate.tokens) };
    })
    .toSorted((one, other) => other.worth - one.worth);
  const spare = maxTokens * (1 - options.wholeShare);
  for (const { index, tokens, kind } of ranked) {
    if (tokens <= left - spare) keep(index, REASONS[kind]);
  }
  const masked = new Set<number>();
  for (const { index } of newestFirst) {
    const group = groups[index];
    if (whole.has(index) || group === undefined) continue;
    const tokens = maskedTokens(group);
    if (tokens > left) break;
    left -= tokens;
    masked.add(index);
  }
  return { whole, masked };
}

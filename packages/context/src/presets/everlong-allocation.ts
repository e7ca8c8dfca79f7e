import type { PolicyContext } from '../policies/policy.js';
import { presetDefaults } from '../policies/preset-defaults.js';

/** The usual room of a snapshot, in tokens and, in large windows, as a share of the room. */
const USUAL_TOKENS = 2500;
const USUAL_SHARE = 1 / 16;

/** By how much the room of a snapshot grows at most with what the user says. */
const MOST_GROWTH = 1.5;

/** What a snapshot tells besides the user's words is expected to take so much of its room. */
const EXPECTED_SHARE = 0.3;

/** What a snapshot tells of the end of a turn. */
const END_TOKENS = 40;

/** A longer message of the user is shortened in a snapshot. */
const MAX_WORDS_TOKENS = 600;

/** The most of the room that the newest exchanges are protected with, where nobody set how many. */
const PROTECTED_SHARE = 0.2;

/** The room for messages, and what a compaction gives of it to the snapshot and to messages. */
export interface RoomAllocation {
  room: number;
  /** The most tokens of the snapshot, and what it is expected to take. */
  snapshotTokens: number;
  expectedTokens: number;
  /** What is left for messages up to the low-water mark. */
  free: number;
}

export function allocateRoom(context: PolicyContext): RoomAllocation {
  const { settings, inputBudget, fixedTokens } = context;
  const room = Math.max(0, inputBudget - fixedTokens);
  const words = wordsTokens(context);
  const usual = Math.max(USUAL_TOKENS, room * USUAL_SHARE);
  const grown = Math.max(usual, context.snapshotTokens + words);
  const most = Math.min(usual * MOST_GROWTH, settings.maxSnapshotTokens ?? Infinity);
  const snapshotTokens = Math.floor(Math.min(room * settings.snapshotShare, grown, most));
  const besides = Math.max(context.snapshotTokens, snapshotTokens * EXPECTED_SHARE);
  const expectedTokens = Math.floor(Math.min(snapshotTokens, besides + words));
  const lowWater = Math.floor(room * (settings.lowWaterMark ?? 1));
  return {
    room,
    snapshotTokens,
    expectedTokens,
    free: Math.min(lowWater - expectedTokens, settings.maxTailTokens ?? Infinity),
  };
}

/** Tokens of the user's words since the last snapshot, with what came of each. */
function wordsTokens({ groups, latestUser }: PolicyContext): number {
  let words = 0;
  for (const [index, group] of groups.entries()) {
    if (index === latestUser || !group.startsTurn || group.byProgram === true) continue;
    words += Math.min(group.tokens, MAX_WORDS_TOKENS) + END_TOKENS;
  }
  return words;
}

/** What a compaction leaves besides what is fixed, and what of it the cache does not hold yet. */
export function keptTokens(context: PolicyContext): { kept: number; rewritten: number } {
  const { expectedTokens, free } = allocateRoom(context);
  return { kept: expectedTokens + free, rewritten: expectedTokens + free };
}

/** What a compaction would cost, and what putting it off has cost: in uncached input tokens. */
export interface CompactionCost {
  /** Reading, call after call, what a compaction would have left out. */
  carried: number;
  /**
   * Writing the compacted prefix to the cache instead of reading it; nothing in a cold cache.
   */
  rewrite: number;
}

const NOTHING: CompactionCost = { carried: 0, rewrite: 0 };

/**
 * Whether to compact is a ski-rental problem: each call of an epoch pays for reading the tokens
 * that a compaction would have left out; a compaction leaves `kept` tokens and pays once for
 * writing `rewritten` of them, the others being in the cache already. Compacting when the
 * first sum has reached the second is 2-competitive, and for histories that grow evenly the best
 * interval there is. When the cache has gone cold, the coming call writes whatever is sent:
 * carrying old messages on then costs the price of writing, and a compaction costs nothing beyond
 * it. But it costs detail, and so counts only when it would leave less than half.
 */
export function compactionCost(
  { groups, firstNew, snapshotTokens, prices, promptCacheExpired }: PolicyContext,
  { kept, rewritten }: { kept: number; rewritten: number },
): CompactionCost {
  let carried = 0;
  let size = snapshotTokens;
  for (const [index, group] of groups.entries()) {
    const calledNow = index >= firstNew && group.messages[0]?.role === 'assistant';
    if (calledNow) carried += prices.cacheRead * Math.max(0, size - kept);
    size += group.tokens;
  }
  const left = Math.max(0, size - kept);
  if (promptCacheExpired)
    return left > kept ? { carried: prices.cacheWrite * left, rewrite: 0 } : NOTHING;
  return {
    carried: carried + prices.cacheRead * left,
    rewrite: (prices.cacheWrite - prices.cacheRead) * rewritten,
  };
}

/** What the newest groups may take to stay as they are. */
export function protectedTokens({
  inputBudget,
  fixedTokens,
}: Pick<PolicyContext, 'inputBudget' | 'fixedTokens'>): number {
  return (inputBudget - fixedTokens) * PROTECTED_SHARE;
}

/**
 * The first of the newest groups that stay as they are: as many as are protected, but the older
 * ones of them only while they leave most of the room, or, where more than the preset's number were
 * asked for, while they fit below the low-water mark. What is cut to fit is lost to the reader until
 * it is looked up, while a snapshot still names what it said.
 */
export function firstProtected(context: PolicyContext): number {
  const { settings, groups, latestUser } = context;
  const isAskedFor = settings.minRecentMessages > presetDefaults.everlong.minRecentMessages;
  const { room, snapshotTokens } = allocateRoom(context);
  // What these say need not stand in the snapshot.
  const lowWater = room * (settings.lowWaterMark ?? 1) - snapshotTokens * EXPECTED_SHARE;
  const most = isAskedFor ? lowWater : protectedTokens(context);
  const last = groups.length - 1;
  let from = last;
  let tokens = 0;
  for (
    let index = last;
    index >= 0 && groups.length - index <= settings.minRecentMessages;
    index--
  ) {
    if (index !== latestUser) tokens += groups[index]?.tokens ?? 0;
    if (tokens > most && index < last) break;
    from = index;
  }
  return settings.minRecentMessages > 0 ? Math.max(0, from) : groups.length;
}

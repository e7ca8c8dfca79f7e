import type { PolicyContext } from '../policies/policy.js';
import { presetDefaults } from '../policies/preset-defaults.js';

/** In a small window a share of the room would be too little for a snapshot to say anything. */
const LEAST_SNAPSHOT_TOKENS = 2000;
/** In a small room snapshots leave so much to messages: a file that was just read must fit. */
const LEAST_MESSAGES_TOKENS = 1400;
/** Of the room, for the snapshot where each replaces the last. */
const SNAPSHOTS_SHARE = 0.5;

/**
 * Above this room a snapshot grows with its square root: so does the number of distinct values in a
 * text, and what is kept of a longer past are values.
 */
const PROPORTIONAL_ROOM = 16_000;

/** The share of a single snapshot's room that one next to others gets: they say part of it. */
const BESIDE_SHARE = 0.5;

/**
 * Of the room of snapshots side by side, the share of one that replaces them. It describes all
 * epochs: in the room of one it would drop most of what they said.
 */
const REPLACING_SHARE = 0.75;

/** The most of the room that the newest exchanges are protected with, where nobody set how many. */
const PROTECTED_SHARE = 0.2;

/** The room for messages, and what a compaction gives of it to snapshots and to messages. */
export interface RoomAllocation {
  room: number;
  /** The most tokens of a snapshot that replaces the others, and of one placed beside them. */
  snapshotTokens: number;
  besideTokens: number;
  /** The most tokens of snapshots side by side; 0 where each replaces the last. */
  sideBySideTokens: number;
  /** Whether the snapshots sent now may stay, and so stay cached, with the next one beside them. */
  staysCached: boolean;
  /** What is left for messages up to the low-water mark. */
  free: number;
}

export function allocateRoom(context: PolicyContext): RoomAllocation {
  const { settings, inputBudget, fixedTokens, snapshotTokens: standing } = context;
  const room = Math.max(0, inputBudget - fixedTokens);
  const shareOf = (share = 0, most = Infinity): number => Math.min(Math.floor(room * share), most);
  const sideBySideTokens = Math.min(
    shareOf(settings.sideBySideShare, settings.maxSideBySideTokens),
    Math.max(room - LEAST_MESSAGES_TOKENS, shareOf(settings.snapshotShare)),
  );
  const least = leastSnapshotTokens(sideBySideTokens || shareOf(SNAPSHOTS_SHARE));
  const snapshotRoom = Math.min(room, Math.sqrt(room * PROPORTIONAL_ROOM));
  const most = settings.maxSnapshotTokens ?? Infinity;
  const epochTokens = Math.min(
    settings.snapshotShare > 0
      ? Math.max(Math.floor(snapshotRoom * settings.snapshotShare), least)
      : 0,
    most,
  );
  const besideTokens = Math.floor(epochTokens * BESIDE_SHARE);
  const replacing = Math.min(Math.floor(sideBySideTokens * REPLACING_SHARE), most);
  const snapshotTokens = epochTokens > 0 ? Math.max(epochTokens, replacing) : 0;
  const staysCached =
    !context.promptCacheExpired && standing > 0 && standing + besideTokens <= sideBySideTokens;
  const snapshots = staysCached ? standing + besideTokens : snapshotTokens;
  const lowWater = shareOf(settings.lowWaterMark ?? 1);
  return {
    room,
    snapshotTokens,
    besideTokens,
    sideBySideTokens,
    staysCached,
    free: Math.min(lowWater - snapshots, settings.maxTailTokens ?? Infinity),
  };
}

/**
 * The least tokens of a snapshot of one epoch alone: `together / (1 + beside * BESIDE_SHARE)`, where
 * `beside`, at least 1, is how many snapshots fit beside one of `LEAST_SNAPSHOT_TOKENS`.
 */
function leastSnapshotTokens(together: number): number {
  const beside = Math.floor((together / LEAST_SNAPSHOT_TOKENS - 1) / BESIDE_SHARE);
  return Math.floor(together / (1 + Math.max(1, beside) * BESIDE_SHARE));
}

/** What a compaction leaves besides what is fixed, and what of it the cache does not hold yet. */
export function keptTokens(context: PolicyContext): { kept: number; rewritten: number } {
  const { snapshotTokens, besideTokens, staysCached, free } = allocateRoom(context);
  return staysCached
    ? { kept: context.snapshotTokens + besideTokens + free, rewritten: besideTokens + free }
    : { kept: snapshotTokens + free, rewritten: snapshotTokens + free };
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
  const most = isAskedFor ? allocateRoom(context).free : protectedTokens(context);
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

import type { Clamp } from '@everlong/budget';
import type { LineRange, TextCut } from '@everlong/core';

import type { MessageGroup } from '../rendering/message-group.js';

/**
 * How much `everlong` keeps as it was said: `little` is cheapest, `much` reads least again, and
 * `balanced`, the default, lies between.
 */
export type Keep = 'little' | 'balanced' | 'much';

/** The numbers of a policy: plain data, so that a user can start from a preset and change one. */
export interface PolicySettings {
  /** The place between cost and trust that the numbers below are taken from; others win over it. */
  keep?: Keep;
  /** Tokens kept free for the answer. */
  responseReserve: number;
  /** The newest messages that are never summarized or left out while they fit. */
  minRecentMessages: number;
  /** The most tokens that a window is used for, however large it is. */
  maxUsefulTokens?: number;
  /** Shares of the input budget at which compaction may and must start. */
  softThreshold?: number;
  hardThreshold?: number;
  /** The share of the room for messages that is full after a compaction. */
  lowWaterMark?: number;
  /** The most tokens of messages that a compaction keeps beyond the protected ones. */
  maxTailTokens?: number;
  /** Whether a compaction keeps older messages by what is likely needed, not the newest alone. */
  workingSet?: boolean;
  /** The share of the input budget that the user's own texts may take; they stay as they are. */
  userTextShare?: number;
  /**
   * A request below this share of the input budget is not compacted for its cost; below half of it
   * neither when the provider's cache has expired.
   */
  compactAboveShare?: number;
  /** The share of the room for messages that a snapshot may take. */
  snapshotShare: number;
  maxSnapshotTokens?: number;
  /**
   * Snapshots are sent side by side, each about what is new since the one before, until together
   * they would take more than this share and number of tokens; then one snapshot replaces them.
   * Without the share each snapshot replaces the last.
   */
  sideBySideShare?: number;
  maxSideBySideTokens?: number;
  /** Compact when carrying old messages on has cost this many times what a compaction costs. */
  carryFactor?: number;
  /** Compact after this many messages, or tokens of messages, since the last snapshot. */
  maxMessagesBeforeSummary?: number;
  maxTokensBeforeSummary?: number;
  /** Whether compactions that start by themselves may make a snapshot; default true. */
  autoSummarize?: boolean;
  /**
   * Whether demands of the user stay in the request when their messages leave it without a
   * snapshot.
   */
  keepConstraints?: boolean;
  /** The most tokens that a request may have, however large the window is. */
  maxTotalTokens?: number;
  /** Document 003's name of `maxTotalTokens`. */
  total?: number;
  /** Document 003's name of `minRecentMessages`. */
  freshTailCount?: number;
  /** The most turns that a request may hold. */
  maxTurns?: number;
  /** Results of tools in past turns with more characters are cut to their head and tail. */
  maxResultCharacters?: number;
  /** Tokens set aside for the instructions, and for tools. */
  systemReserve?: number;
  toolDefinitionsReserve?: number;
  /**
   * Shares of the input budget, in `missy` of what these reserves leave, for all of memory and for
   * its learnings. Defaults 0.15 and 0.05.
   */
  memoryFraction?: number;
  learningsFraction?: number;
  /** The most records of memory for one message of the user. Default 10. */
  memoryLimit?: number;
  /** The share of the input budget for what memory says of the user; without it, nothing. */
  profileFraction?: number;
  /** Where the snapshot is placed: the first message, or the end of the instructions. */
  summaryPlacement: 'message' | 'instructions';
}

/** Prices of cached input tokens, relative to uncached ones. */
export interface CachePrices {
  cacheRead: number;
  cacheWrite: number;
}

/** What a policy sees: the request as it would be now. */
export interface PolicyContext {
  settings: PolicySettings;
  /** What is sent now, oldest first, and how large it is. */
  groups: readonly MessageGroup[];
  /** The index in `groups` of the first one that is newer than the epoch. */
  firstNew: number;
  prices: CachePrices;
  /** Whether the provider's prompt cache has expired since the newest answer. */
  promptCacheExpired: boolean;
  inputBudget: number;
  window: number;
  /** Tokens of the instructions and tools, and of notes and memory that the next epoch sends. */
  fixedTokens: number;
  /** Of these, what was recalled for the latest user message; of that, learnings. */
  memoryTokens: number;
  learningTokens: number;
  snapshotTokens: number;
  /** Tokens of the whole request as it would be now. */
  usedTokens: number;
  /** What a group would take with its old tool results masked. */
  maskedTokens(group: MessageGroup): number;
  /** What a group would take with its long texts cut. */
  cutTokens(group: MessageGroup, cut: TextCut): number;
  /** What a group would take with only some lines of its results. */
  lineTokens(
    group: MessageGroup,
    linesOf: (seq: number) => readonly LineRange[] | undefined,
  ): number;
  /** The index in `groups` of the latest user message, -1 without one. */
  latestUser: number;
  /** Whether the last turn has ended: the newest message is the user's, or a final reply. */
  turnComplete: boolean;
  /** Whether the provider said of a request of this epoch that it is too long. */
  overflowed: boolean;
  /** Whether a snapshot asks a model, and so takes a while. */
  asksModel: boolean;
  /**
   * Messages that the last snapshot does not cover, tokens that came since it was made, and tokens
   * of messages that were left out since without being covered.
   */
  sinceSnapshot: { messages: number; tokens: number; leftOutTokens: number };
}

/**
 * `keep`: send the request as it is. `trim`: leave out what is older than group `firstKept`.
 * `snapshot`: cover it with a snapshot instead. `mask`: leave nothing out, but mask what is older.
 * With `firstMasked`, the groups from there to `firstKept` stay masked. The latest user message
 * stays in any case.
 */
export type PolicyDecision =
  | { action: 'keep'; reason: string }
  | {
      action: 'trim' | 'snapshot' | 'mask';
      firstKept: number;
      firstMasked?: number;
      /** Indexes of older groups that are kept nevertheless, each with the reason. */
      alsoKeep?: ReadonlyMap<number, string>;
      /** Indexes of older groups that stay masked. */
      alsoMask?: ReadonlySet<number>;
      /** The lines that stay of the results of single entries, by `seq`; else as before. */
      keepLines?: ReadonlyMap<number, readonly LineRange[]>;
      /** How the long texts of single groups are cut, by index; groups cut before stay cut. */
      cuts?: ReadonlyMap<number, TextCut>;
      /** The request must have at most this many tokens; what is kept is cut if need be. */
      maxTokens: number;
      /**
       * The most tokens that a snapshot may take: the new one, or for `trim` the one that stays.
       */
      snapshotTokens?: number;
      /**
       * The new snapshot may be placed beside those already sent: its most tokens, and those of
       * all.
       */
      beside?: { snapshotTokens: number; totalTokens: number };
      /** A documented trigger asks for it: it is made however little it frees. */
      required?: boolean;
      /**
       * The request has room yet: a snapshot by a model is made while the conversation continues.
       * Not with `cuts`, whose places hold for now only.
       */
      mayWait?: boolean;
      reason: string;
    };

/** A decision that changes what is sent. */
export type CompactionDecision = Exclude<PolicyDecision, { action: 'keep' }>;

/** What starts a compaction, for the gauge. */
export interface PolicyTrigger {
  name: string;
  value: number;
  limit: number;
}

/** Decides when to compact and what the next epoch holds; pure. */
export interface Policy {
  name: string;
  settings: PolicySettings;
  /** Whether requests may exceed the budget: only for a yardstick that shows what happens then. */
  unlimited?: boolean;
  decide(context: PolicyContext): PolicyDecision;
  triggers(context: PolicyContext): PolicyTrigger[];
  /**
   * Whether every request is filled anew up to the budget, so that memory takes its share first.
   */
  refills?: boolean;
  /**
   * What memory and its learnings may take together, and the learnings; else shares of the budget.
   */
  memoryAllowance?(context: PolicyContext): { maxTokens: number; maxLearningTokens: number };
  /** Reserves of its own that had to shrink. */
  clamps?(context: PolicyContext): Clamp[];
  /** The first line of a snapshot, where a document has its own. */
  snapshotHeader?(snapshot: SnapshotFacts): string;
  /** What a session that is opened anew still sends, where that is less than before. */
  restore?(context: PolicyContext): CompactionDecision;
  /** What a compaction by hand does. */
  compactNow(context: PolicyContext): PolicyDecision;
}

/** What a snapshot's text covers: `messages` of the log, from one ISO 8601 date to another. */
export interface SnapshotFacts {
  depth: number;
  messages: number;
  firstAt: string;
  lastAt: string;
}

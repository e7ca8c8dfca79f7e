import type { Clamp } from '@everlong/budget';
import type { LineRange, TextCut } from '@everlong/core';

import type { MessageGroup } from '../rendering/message-group.js';

/**
 * How much `everlong` keeps as it was said: `little` is cheapest, `much` reads least again, and
 * `balanced`, the default, lies between.
 */
export type Keep = 'little' | 'balanced' | 'much';

/**
 * The numbers of a policy: plain data, so that a user can start from a preset and change one. Shares
 * are from 0 to 1. Where a number is absent, the policy has no such trigger, limit or share.
 */
export interface PolicySettings {
  /** What the numbers below default to in the policy `everlong`; `balanced` without it. */
  keep?: Keep;
  /** Tokens kept free for the answer. */
  responseReserve: number;
  /** The newest messages that are never summarized or left out while they fit. */
  minRecentMessages: number;
  /** The most tokens that a window is used for, however large it is. */
  maxUsefulTokens?: number;
  /** The share of the input budget at which compaction may start. */
  softThreshold?: number;
  /** The share of the input budget at which compaction must start. */
  hardThreshold?: number;
  /** The share of the room for messages that is full after a compaction. */
  lowWaterMark?: number;
  /** The most tokens of messages that a compaction keeps beyond the protected ones. */
  maxTailTokens?: number;
  /** Whether a compaction keeps older messages by what is likely needed, not the newest alone. */
  workingSet?: boolean;
  /**
   * A request below this share of the input budget is not compacted for its cost; below half of it
   * neither when the provider's cache has expired.
   */
  compactAboveShare?: number;
  /** The share of the room for messages that a snapshot may take. */
  snapshotShare: number;
  /** The most tokens of a snapshot, however large its share is. */
  maxSnapshotTokens?: number;
  /** Compact when carrying old messages on has cost this many times what a compaction costs. */
  carryFactor?: number;
  /** Compact after this many messages since the last snapshot. */
  maxMessagesBeforeSummary?: number;
  /** Compact after this many tokens of messages since the last snapshot. */
  maxTokensBeforeSummary?: number;
  /** Whether compactions that start by themselves may make a snapshot; default true. */
  autoSummarize?: boolean;
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
  /** Tokens set aside for the instructions. */
  systemReserve?: number;
  /** Tokens set aside for tools. */
  toolDefinitionsReserve?: number;
  /**
   * The share of the input budget, in `missy` of what these reserves leave, for all of memory.
   * Default 0.15.
   */
  memoryFraction?: number;
  /** The same share for memory's learnings alone. Default 0.05. */
  learningsFraction?: number;
  /** The most records of memory for one message of the user. Default 10. */
  memoryLimit?: number;
  /** The share of the input budget for what memory says of the user; without it, nothing. */
  profileFraction?: number;
  /** Where the snapshot is placed: the first message, or the end of the instructions. */
  summaryPlacement: 'message' | 'instructions';
}

/** Prices of tokens, relative to those of the session's uncached input. */
export interface CachePrices {
  /** Of a token that is read from the cache. */
  cacheRead: number;
  /** Of a token that is written to the cache. */
  cacheWrite: number;
  /** Of a token of an answer. Default 5. */
  output?: number;
  /** Of a token of input, and so of any, that the summarizer's model reads. Default 1. */
  summarizer?: number;
}

/** What a policy sees: the request as it would be now. */
export interface PolicyContext {
  /** The policy's own. */
  settings: PolicySettings;
  /** What is sent now, oldest first, and how large it is. */
  groups: readonly MessageGroup[];
  /** The index in `groups` of the first one that is newer than the epoch. */
  firstNew: number;
  /** Of the session's model. */
  prices: CachePrices;
  /** Whether the provider's prompt cache has expired since the newest answer. */
  promptCacheExpired: boolean;
  /** The most tokens that a request may have. */
  inputBudget: number;
  /** The context window in tokens. */
  window: number;
  /** Tokens of the instructions and tools, and of notes and memory that the next epoch sends. */
  fixedTokens: number;
  /** Of these, what was recalled for the latest user message. */
  memoryTokens: number;
  /** Tokens of the learnings among `memoryTokens`. */
  learningTokens: number;
  /** Tokens of the snapshots that are sent now; 0 without one. */
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
  /** Whether a snapshot can ask a model, and so takes a while. */
  asksModel: boolean;
  /** Whether that is left to the provider of the session's model. */
  asksProvider?: boolean;
  /** Whether its call would be read from the session's prompt cache, except for what it adds. */
  asksCachedModel?: boolean;
  /**
   * What the requests of earlier epochs have cost since a model was last asked, in uncached input
   * tokens.
   */
  spentSinceModel?: number;
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
  | {
      action: 'keep';
      /** Why, as a sentence for the plan and the gauge. */
      reason: string;
    }
  | {
      /** What becomes of the groups older than `firstKept`. */
      action: 'trim' | 'snapshot' | 'mask';
      /** An index in `groups`. */
      firstKept: number;
      /** An index in `groups`, at most `firstKept`. */
      firstMasked?: number;
      /** Indexes of older groups that are kept too, each with the reason. */
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
      /** False: its snapshot is made by code alone, although there is a model. */
      asksModel?: boolean;
      /** What the agent wrote as the snapshot: once checked, it is used as a model's answer. */
      handover?: string;
      /** Why, as a sentence for the record, the plan and the gauge. */
      reason: string;
    };

/** A decision that changes what is sent. */
export type CompactionDecision = Exclude<PolicyDecision, { action: 'keep' }>;

/** What starts a compaction, for the gauge. */
export interface PolicyTrigger {
  name: string;
  /** How much there is now, in the unit of the limit. */
  value: number;
  /** The value at which a compaction is due. */
  limit: number;
}

/** Decides when to compact and what the next epoch holds; pure. */
export interface Policy {
  name: string;
  /** The preset's numbers with those of the session's `budget` in their place. */
  settings: PolicySettings;
  /** Whether requests may exceed the budget: only for a yardstick that shows what happens then. */
  unlimited?: boolean;
  /** What to do with the request now. Called in each `prepare`. */
  decide(context: PolicyContext): PolicyDecision;
  /** How near each of its thresholds is, for the gauge. */
  triggers(context: PolicyContext): PolicyTrigger[];
  /**
   * Whether every request is filled up to the budget again, so that memory takes its share first.
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
  /** What a reopened session still sends, where that is less than before. */
  restore?(context: PolicyContext): CompactionDecision;
  /** What a compaction by hand does. */
  compactNow(context: PolicyContext): PolicyDecision;
}

/** What a snapshot's text covers: `messages` of the log, from one ISO 8601 date to another. */
export interface SnapshotFacts {
  /** 1 for a snapshot of messages, one more for each replacement of snapshots. */
  depth: number;
  /** How many messages it covers. */
  messages: number;
  firstAt: string;
  lastAt: string;
}

import type { Unit } from './unit.js';

/** The numbers of a policy: plain data, so that a user can start from a preset and change one. */
export interface PolicySettings {
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
  /** The share of the room for messages that a snapshot may take. */
  snapshotShare: number;
  /** Compact after this many messages, or tokens of messages, since the last snapshot. */
  maxMessagesBeforeSummary?: number;
  maxTokensBeforeSummary?: number;
  /** Where the snapshot stands: the first message, or the end of the instructions. */
  summaryPlacement: 'message' | 'instructions';
}

/** What a policy sees: the request as it would be now. */
export interface PolicyContext {
  settings: PolicySettings;
  /** What is sent now, oldest first, and how large it is. */
  units: readonly Unit[];
  inputBudget: number;
  /** Tokens of the instructions and tools. */
  fixedTokens: number;
  snapshotTokens: number;
  /** Tokens of the whole request as it would be now. */
  usedTokens: number;
  /** The index in `units` of the latest user message, -1 without one. */
  latestUser: number;
  /** Whether the last turn has ended: the newest message is the user's. */
  turnComplete: boolean;
  sinceSnapshot: { messages: number; tokens: number };
}

/**
 * `keep`: send the request as it is. `trim`: leave out what is older than unit `keepFrom`.
 * `snapshot`: cover it with a snapshot instead. The latest user message stays in any case.
 */
export type PolicyDecision =
  | { action: 'keep'; reason: string }
  | {
      action: 'trim' | 'snapshot';
      keepFrom: number;
      /** The request must have at most this many tokens; what is kept is cut if need be. */
      maxTokens: number;
      /** For `snapshot`: the most tokens that it may take. */
      snapshotTokens?: number;
      reason: string;
    };

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
  /** What a compaction by hand does. */
  compactNow(context: PolicyContext): PolicyDecision;
}

/** The first of the newest units that together hold at least `messages` messages. */
export function recentFrom(units: readonly Unit[], messages: number): number {
  let from = units.length;
  for (let count = 0; from > 0 && count < messages; from--) {
    count += units[from - 1]?.messages.length ?? 0;
  }
  return from;
}

import { parseUsage, type ReportedUsage, type Usage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import type { ManagedMessage } from './managed-message.js';
import type { ManagerLimits } from './manager-limits.js';
import type { MessageCounter } from './message-counter.js';
import { readSummarizedList } from './summarized-list.js';

/** How full the context is, and what was billed; all sizes in tokens. */
export interface ContextManagerState {
  /** Billed so far: sums over all calls. */
  totalInputTokens: number;
  /** Billed so far: the sum over all calls. */
  totalOutputTokens: number;
  /** Tokens of the next call: what the last list or the last call says, no sum. */
  estimatedContextSize: number;
  /** The window that the options give. */
  maxTokens: number;
  /** `estimatedContextSize` of `maxTokens`, from 0 to 1. */
  usageRatio: number;
  /** Whether `usageRatio` has reached `softThreshold`. */
  softThresholdExceeded: boolean;
  /** Whether `usageRatio` is above `hardThreshold`. */
  hardThresholdExceeded: boolean;
  /** How often the conversation was summarized. */
  summaryCount: number;
  /** Why the last compaction did not use the caller's model or function; absent when it did. */
  summaryError?: string;
}

/** How full the context is, and what was billed: two things that are never mixed. */
export interface UsageTracker {
  /** The tokens of a call with this list, as far as they can be known before it. */
  measure(messages: readonly ManagedMessage[]): number;
  /** Tokens of a call besides its list: the system prompt, and what providers were seen to add. */
  fixedTokens(): number;
  setSystemPrompt(text: string): void;
  setSummaryError(error: unknown): void;
  recordUsage(usage: ReportedUsage | Partial<Usage>): void;
  state(): ContextManagerState;
  reset(): void;
}

/**
 * What instructions and tools beside the list may take at most of `maxTokens`, where it is
 * inferred.
 */
const MAX_INFERRED_SHARE = 1 / 4;

interface Known {
  /** Tokens billed, summed over all calls. */
  spend: { inputTokens: number; outputTokens: number };
  /** Tokens of the next call. */
  size: number;
  /** Tokens of the system prompt. */
  system: number;
  /** What the provider counted beyond list and system prompt: tools, and what estimates miss. */
  unseen: number;
  summaries: number;
  summaryError?: string | undefined;
  /** What was counted of a list with which no call was made yet. */
  uncalled?: number;
}

const NOTHING: Known = {
  spend: { inputTokens: 0, outputTokens: 0 },
  size: 0,
  system: 0,
  unseen: 0,
  summaries: 0,
};

export function createUsageTracker(limits: ManagerLimits, counter: MessageCounter): UsageTracker {
  let known = NOTHING;
  return {
    measure(messages) {
      const { summary, rest } = readSummarizedList(messages);
      const summaries = summary?.metadata.generation ?? known.summaries;
      const summaryTokens = summary === undefined ? 0 : counter.message(summary.message);
      const uncalled = counter.list(rest) + summaryTokens + known.system;
      known = { ...known, summaries, uncalled, size: uncalled + known.unseen };
      return known.size;
    },
    fixedTokens: () => known.system + known.unseen,
    setSystemPrompt(text) {
      known = { ...known, system: counter.text(text) };
    },
    setSummaryError(error) {
      known = { ...known, summaryError: error === undefined ? undefined : failureText(error) };
    },
    recordUsage(usage) {
      known = withUsage(known, readUsage(usage), limits);
    },
    state: () => stateOf(known, limits),
    reset() {
      known = NOTHING;
    },
  };
}

/** Of a provider that reports nothing, some SDKs have an empty object. */
function readUsage(usage: unknown): Usage {
  const isEmpty = typeof usage === 'object' && usage !== null && Object.keys(usage).length === 0;
  return isEmpty ? { inputTokens: 0, outputTokens: 0 } : parseUsage(usage);
}

function withUsage(
  known: Known,
  { inputTokens, outputTokens }: Usage,
  { maxTokens }: ManagerLimits,
): Known {
  const { uncalled, ...before } = known;
  const spend = {
    inputTokens: before.spend.inputTokens + inputTokens,
    outputTokens: before.spend.outputTokens + outputTokens,
  };
  if (inputTokens === 0) return { ...known, spend };
  // Later calls of a tool loop hold messages that were in no list: only the first one compares.
  const unseen =
    uncalled === undefined
      ? before.unseen
      : Math.min(Math.max(0, inputTokens - uncalled), maxTokens * MAX_INFERRED_SHARE);
  return { ...before, spend, unseen, size: inputTokens + outputTokens };
}

function stateOf(
  { spend, size, summaries, summaryError }: Known,
  { maxTokens, soft, hard }: ManagerLimits,
): ContextManagerState {
  return {
    totalInputTokens: spend.inputTokens,
    totalOutputTokens: spend.outputTokens,
    estimatedContextSize: size,
    maxTokens,
    usageRatio: Math.min(1, size / maxTokens),
    softThresholdExceeded: size >= soft,
    hardThresholdExceeded: size > hard,
    summaryCount: summaries,
    ...(summaryError === undefined ? {} : { summaryError }),
  };
}

function failureText(error: unknown): string {
  return error instanceof Error ? error.message : jsonText(error);
}

import { type LanguageModelUsage, toUsage, type Usage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import type { ManagedMessage } from './managed-message.js';
import type { ManagerLimits } from './manager-limits.js';
import type { MessageMeter } from './message-counter.js';
import { readSummarizedList } from './summarized-list.js';

export interface ContextManagerState {
  /** Billed so far: sums over all calls. */
  totalInputTokens: number;
  totalOutputTokens: number;
  /** Tokens of the next call: what the last list or the last call says, no sum. */
  estimatedContextSize: number;
  maxTokens: number;
  /** `estimatedContextSize` of `maxTokens`, from 0 to 1. */
  usageRatio: number;
  softThresholdExceeded: boolean;
  hardThresholdExceeded: boolean;
  /** How often the conversation was summarized. */
  summaryCount: number;
  /** Why the last compaction did not use the caller's model or function; absent when it did. */
  summaryError?: string;
}

/** How full the context is, and what was billed: two things that are never mixed. */
export interface Occupancy {
  /** The tokens of a call with this list, as far as they can be known before it. */
  measure(messages: readonly ManagedMessage[]): number;
  /** What a call takes beside its list: the system prompt, and what providers were seen to add. */
  readonly fixedTokens: number;
  setSystemPrompt(text: string): void;
  recordUsage(usage: LanguageModelUsage | Partial<Usage>): void;
  setSummaryError(error: unknown): void;
  state(): ContextManagerState;
  reset(): void;
}

/**
 * What instructions and tools beside the list may take at most of `maxTokens`, where it is
 * inferred.
 */
const MAX_INFERRED_SHARE = 1 / 4;

export function createOccupancy(limits: ManagerLimits, meter: MessageMeter): Occupancy {
  const { maxTokens, soft, hard } = limits;
  const none = { spend: { inputTokens: 0, outputTokens: 0 }, size: 0, system: 0, unseen: 0 };
  /**
   * `unseen`: what the provider counted beyond list and system prompt: tools, and what estimates
   * miss.
   */
  let known: typeof none & { summaries: number; uncalled?: number } = { ...none, summaries: 0 };
  let summaryError: string | undefined;

  return {
    measure(messages) {
      const { summary, rest } = readSummarizedList(messages);
      const summaries = summary?.metadata.generation ?? known.summaries;
      const summaryTokens = summary === undefined ? 0 : meter.message(summary.message);
      const uncalled = meter.list(rest) + summaryTokens + known.system;
      known = { ...known, summaries, uncalled, size: uncalled + known.unseen };
      return known.size;
    },

    get fixedTokens() {
      return known.system + known.unseen;
    },

    setSystemPrompt(text) {
      known = { ...known, system: meter.text(text) };
    },

    recordUsage(usage) {
      const { inputTokens, outputTokens } = toUsage(usage);
      const { uncalled, ...before } = known;
      const spend = {
        inputTokens: before.spend.inputTokens + inputTokens,
        outputTokens: before.spend.outputTokens + outputTokens,
      };
      if (inputTokens === 0) {
        known = { ...known, spend };
        return;
      }
      // Later calls of a tool loop hold messages that were in no list: only the first one compares.
      const unseen =
        uncalled === undefined
          ? before.unseen
          : Math.min(Math.max(0, inputTokens - uncalled), maxTokens * MAX_INFERRED_SHARE);
      known = { ...before, spend, unseen, size: inputTokens + outputTokens };
    },

    setSummaryError(error) {
      summaryError = error === undefined ? undefined : failureText(error);
    },

    state() {
      const { spend, size, summaries } = known;
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
    },

    reset() {
      known = { ...none, summaries: 0 };
      summaryError = undefined;
    },
  };
}

function failureText(error: unknown): string {
  return error instanceof Error ? error.message : jsonText(error);
}

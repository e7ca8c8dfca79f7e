import { ContextOverflowError, type ReportedUsage, type Usage } from '@everlong/core';
import { checkString } from '@everlong/core/internal';

import { checkManagedList } from './check-managed-list.js';
import { createListCompactor, type ListCompactor, MIN_ROOM_TOKENS } from './list-compactor.js';
import type { ManagedMessage } from './managed-message.js';
import { type ManagerLimits, managerLimits } from './manager-limits.js';
import { checkManagerOptions, type ContextManagerOptions } from './manager-options.js';
import { createMessageCounter, type MessageCounter } from './message-counter.js';
import { prepareList, type PreparedList } from './prepare-list.js';
import { type ContextMetadataCallback, createMetadataCallback } from './usage-metadata.js';
import {
  type ContextManagerState,
  createUsageTracker,
  type UsageTracker,
} from './usage-tracker.js';

/** Keeps lists of messages within a window; for callers who keep their messages themselves. */
export interface ContextManager {
  /** The gauge after the last list or call; counts nothing again. */
  getState(): ContextManagerState;
  /**
   * Books one call of a model; with the calls of a tool loop, each. Takes the usage of the AI SDK
   * or of any provider's SDK; throws `ConfigError` for anything else.
   */
  recordUsage(usage: ReportedUsage | Partial<Usage>): void;
  /** From the soft threshold up to the hard one: time to summarize in the background. */
  shouldSummarize(messages: readonly ManagedMessage[]): boolean;
  /** Above the hard threshold: compactify before the next call. */
  shouldCompactify(messages: readonly ManagedMessage[]): boolean;
  /** Summarizes all but the newest messages; the list given stays as it is. */
  compactify<Message extends ManagedMessage>(messages: readonly Message[]): Promise<Message[]>;
  /**
   * What to call the model with: the messages after the last summary, and the system prompt with
   * the summary in it; compactified first if they are too long. Rejects with `ContextOverflowError`
   * when the system prompt alone is.
   */
  prepareMessages<Message extends ManagedMessage>(
    messages: readonly Message[],
    systemPrompt?: string,
  ): Promise<{ messages: Message[]; systemPrompt: string }>;
  /** For `messageMetadata` of a UI message stream; also carries the metadata itself. */
  getMessageMetadata(): ContextMetadataCallback;
  /** Forgets everything: usage, sizes and summaries. */
  reset(): void;
}

/**
 * Context management for `UIMessage[]` or `ModelMessage[]`, with a soft and a hard threshold. One
 * manager serves one conversation at a time; summaries are found again for several. Throws
 * `ConfigError` for an option that is unknown or cannot be used.
 */
export function createContextManager(options: ContextManagerOptions = {}): ContextManager {
  checkManagerOptions(options);
  const { model, summaryModel, summaryPrompt, compactify: replace, onError } = options;
  const limits = managerLimits(options);
  const counter = createMessageCounter(options);
  const tracker = createUsageTracker(limits, counter);
  const parts = { limits, counter, tracker };
  const compactor = createListCompactor({
    ...parts,
    model,
    summaryModel,
    summaryPrompt,
    replace,
    onError,
  });

  return {
    getState: tracker.state,
    recordUsage: tracker.recordUsage,

    shouldSummarize(messages) {
      checkManagedList('shouldSummarize', messages);
      const tokens = tracker.measure(messages);
      return tokens >= limits.soft && tokens <= limits.hard;
    },

    shouldCompactify(messages) {
      checkManagedList('shouldCompactify', messages);
      return tracker.measure(messages) > limits.hard;
    },

    async compactify<Message extends ManagedMessage>(messages: readonly Message[]) {
      checkManagedList('compactify', messages);
      return (await compactor.compact(messages)) as Message[];
    },

    async prepareMessages<Message extends ManagedMessage>(
      messages: readonly Message[],
      systemPrompt = '',
    ) {
      checkManagedList('prepareMessages', messages);
      checkString('The systemPrompt of prepareMessages', systemPrompt);
      const prepared = await prepareWithin({ ...parts, compactor }, messages, systemPrompt);
      return prepared as { messages: Message[]; systemPrompt: string };
    },

    getMessageMetadata: () => createMetadataCallback(tracker),

    reset() {
      tracker.reset();
      compactor.clear();
    },
  };
}

interface ManagerParts {
  limits: ManagerLimits;
  counter: MessageCounter;
  tracker: UsageTracker;
  compactor: ListCompactor;
}

/** The list as it is sent, compacted first where it does not fit beside the system prompt. */
async function prepareWithin(
  { limits: { inputBudget }, counter, tracker, compactor }: ManagerParts,
  messages: readonly ManagedMessage[],
  systemPrompt: string,
): Promise<PreparedList> {
  tracker.setSystemPrompt(systemPrompt);
  const promptTokens = counter.text(systemPrompt);
  const room = inputBudget - MIN_ROOM_TOKENS;
  if (promptTokens > room) throw new ContextOverflowError('instructions', promptTokens, room);
  const unseen = tracker.fixedTokens() - promptTokens;
  tracker.measure(messages);
  const prepared = prepareList(messages, systemPrompt);
  const tokens = counter.text(prepared.systemPrompt) + counter.list(prepared.messages);
  if (tokens + unseen <= inputBudget) return prepared;
  return prepareList(await compactor.compact(messages), systemPrompt);
}

import {
  ContextOverflowError,
  type LanguageModelUsage,
  type Tokenizer,
  type Usage,
} from '@everlong/core';
import {
  createExtractiveSummarizer,
  createSummarizer,
  type SummarizerOptions,
} from '@everlong/summarizer';

import { checkOptions, type OptionNames } from '@everlong/core/internal';
import { compactList } from './compact-list.js';
import type { ManagedMessage } from './managed-message.js';
import { formOf } from './form-of.js';
import { createMessageMeter, type EstimateTokens } from './message-counter.js';
import { managerLimits, type ManagerNumbers } from './manager-limits.js';
import { type ContextManagerState, createOccupancy } from './usage-tracker.js';
import { prepareList } from './prepare-list.js';
import { createSummaryMemory } from './summary-memory.js';

export interface ContextManagerOptions extends Partial<ManagerNumbers> {
  /**
   * Any language model of AI SDK 6 or 7. Without it summaries are made of quotes and exact values.
   */
  summaryModel?: SummarizerOptions['model'];
  summaryPrompt?: string;
  /** Replaces the summarizer: takes a list, gives the compacted one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a list of whichever messages it was written for
  compactify?: (messages: any[]) => Promise<ManagedMessage[]>;
  /**
   * Is told why `summaryModel` or `compactify` made no summary; then the summary is made of quotes and
   * exact values. `getState().summaryError` says it too.
   */
  onError?: (error: unknown) => void;
  /** Default: four characters a token. */
  estimateTokens?: EstimateTokens;
  /** Counts instead of `estimateTokens`. */
  tokenizer?: Tokenizer;
}

const OPTIONS: OptionNames<ContextManagerOptions> = {
  maxTokens: true,
  softThreshold: true,
  hardThreshold: true,
  responseReserve: true,
  minRecentMessages: true,
  summaryModel: true,
  summaryPrompt: true,
  compactify: true,
  onError: true,
  estimateTokens: true,
  tokenizer: true,
};

/** What a UI shows beside a message: the state, and the totals under the names that UIs read. */
export interface ContextMessageMetadata {
  context: ContextManagerState & {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
  };
}

/** The metadata as it is now, and a callback that gives it as it is when a stream asks for it. */
export type ContextMetadataCallback = ContextMessageMetadata &
  ((options: { part: { type: string } }) => ContextMessageMetadata | undefined);

/** Keeps lists of messages within a window; for callers who keep their messages themselves. */
export interface ContextManager {
  getState(): ContextManagerState;
  /** Books one call of a model; with the calls of a tool loop, each. */
  recordUsage(usage: LanguageModelUsage | Partial<Usage>): void;
  /** From the soft threshold up to the hard one: time to summarize in the background. */
  shouldSummarize(messages: readonly ManagedMessage[]): boolean;
  /** Above the hard threshold: compactify before the next call. */
  shouldCompactify(messages: readonly ManagedMessage[]): boolean;
  /** Summarizes all but the newest messages; the list given stays as it is. */
  compactify<Message extends ManagedMessage>(messages: readonly Message[]): Promise<Message[]>;
  /**
   * What to call the model with: the messages behind the last summary, and the system prompt with
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

/** Around a summary in the system prompt, and notes that make a list valid. */
const FRAME_TOKENS = 96;

/** The least room for messages below which no request makes sense. */
const MIN_ROOM_TOKENS = 64;

/**
 * Context management for `UIMessage[]` or `ModelMessage[]`, with a soft and a hard threshold. One
 * manager serves one conversation at a time; summaries are found again for several.
 */
export function createContextManager(options: ContextManagerOptions = {}): ContextManager {
  checkOptions('createContextManager', options, OPTIONS);
  const { summaryModel: model, summaryPrompt } = options;
  const limits = managerLimits(options);
  const { soft, hard, inputBudget, minRecentMessages } = limits;
  const meter = createMessageMeter(options);
  const occupancy = createOccupancy(limits, meter);
  const memory = createSummaryMemory();
  const summarizer =
    model === undefined
      ? createExtractiveSummarizer()
      : createSummarizer({ model, ...(summaryPrompt === undefined ? {} : { summaryPrompt }) });
  /** The compactions that are under way, by conversation. */
  const running = new Map<string, Promise<unknown>>();

  function metadata(): ContextMessageMetadata {
    const state = occupancy.state();
    const { totalInputTokens: inputTokens, totalOutputTokens: outputTokens } = state;
    const totalTokens = inputTokens + outputTokens;
    return { context: { ...state, inputTokens, outputTokens, totalTokens } };
  }

  function failed(error: unknown): void {
    occupancy.setSummaryError(error);
    try {
      options.onError?.(error);
    } catch {
      // A listener that fails does not stop the next call.
    }
  }

  async function compact(messages: readonly ManagedMessage[]): Promise<ManagedMessage[]> {
    occupancy.setSummaryError(undefined);
    const own = await replacement(messages);
    if (own !== undefined && occupancy.measure(own) <= hard) return own;
    const fixed = occupancy.fixedTokens + FRAME_TOKENS;
    const compacted = await compactList(own ?? messages, {
      meter,
      memory,
      summarizer,
      onError: failed,
      minRecentMessages,
      maxTokens: Math.max(MIN_ROOM_TOKENS, Math.floor(soft - fixed)),
      limitTokens: Math.max(MIN_ROOM_TOKENS, Math.floor(hard - fixed)),
    });
    occupancy.measure(compacted);
    return compacted;
  }

  /** What the caller's own function makes of a list, if there is one and it does not fail. */
  async function replacement(
    messages: readonly ManagedMessage[],
  ): Promise<ManagedMessage[] | undefined> {
    try {
      return await options.compactify?.([...messages]);
    } catch (error) {
      failed(error);
      // The built-in way needs nobody's help, and the next call must not fail for want of room.
      return undefined;
    }
  }

  /** One after the other for a conversation: the second then finds what the first one made. */
  async function compactify(messages: readonly ManagedMessage[]): Promise<ManagedMessage[]> {
    const [first] = messages;
    if (first === undefined) return [];
    const conversation = formOf(messages).keyOf(first);
    const turn = (running.get(conversation) ?? Promise.resolve()).then(() => compact(messages));
    const done = turn.catch(() => undefined);
    running.set(conversation, done);
    try {
      return await turn;
    } finally {
      if (running.get(conversation) === done) running.delete(conversation);
    }
  }

  return {
    getState: occupancy.state,
    recordUsage: occupancy.recordUsage,

    shouldSummarize(messages) {
      const tokens = occupancy.measure(messages);
      return tokens >= soft && tokens <= hard;
    },

    shouldCompactify: (messages) => occupancy.measure(messages) > hard,

    compactify: <Message extends ManagedMessage>(messages: readonly Message[]) =>
      compactify(messages) as Promise<Message[]>,

    async prepareMessages<Message extends ManagedMessage>(
      messages: readonly Message[],
      systemPrompt = '',
    ) {
      occupancy.setSystemPrompt(systemPrompt);
      const promptTokens = meter.text(systemPrompt);
      const room = inputBudget - MIN_ROOM_TOKENS;
      if (promptTokens > room) throw new ContextOverflowError('instructions', promptTokens, room);
      const unseen = occupancy.fixedTokens - promptTokens;
      occupancy.measure(messages);
      let prepared = prepareList(messages, systemPrompt);
      const tokens = meter.text(prepared.systemPrompt) + meter.list(prepared.messages);
      if (tokens + unseen > inputBudget) {
        prepared = prepareList(await compactify(messages), systemPrompt);
      }
      return prepared as { messages: Message[]; systemPrompt: string };
    },

    getMessageMetadata: () =>
      Object.assign(({ part: { type } }: { part: { type: string } }) => {
        const shown = type === 'start' || type === 'finish-step' || type === 'finish';
        return shown ? metadata() : undefined;
      }, metadata()),

    reset() {
      occupancy.reset();
      memory.clear();
    },
  };
}

import {
  createExtractiveSummarizer,
  createSummarizer,
  type SummarizerOptions,
} from '@everlong/summarizer';
import { ConfigError, type Summarizer } from '@everlong/core';
import { createTurns, showValue } from '@everlong/core/internal';

import { checkManagedList } from './check-managed-list.js';
import { compactList, textSnapshot } from './compact-list.js';
import { adapterOf } from './adapter-of.js';
import type { ManagedMessage } from './managed-message.js';
import type { ManagerLimits } from './manager-limits.js';
import type { ContextManagerOptions } from './manager-options.js';
import type { MessageCounter } from './message-counter.js';
import { createSummaryMemory } from './summary-memory.js';
import type { UsageTracker } from './usage-tracker.js';

export interface ListCompactorOptions {
  model?: string | undefined;
  limits: ManagerLimits;
  counter: MessageCounter;
  tracker: UsageTracker;
  summaryModel?: SummarizerOptions['model'] | undefined;
  summaryPrompt?: string | undefined;
  /** Replaces the summarizer. */
  replace?: ContextManagerOptions['compactify'] | undefined;
  onError?: ((error: unknown) => void) | undefined;
}

/** Makes lists shorter, and remembers the summaries that it made. */
export interface ListCompactor {
  compact(messages: readonly ManagedMessage[]): Promise<ManagedMessage[]>;
  /** Forgets all summaries. */
  clear(): void;
}

/** Around a summary in the system prompt, and notes that make a list valid. */
const FRAME_TOKENS = 96;

/** The least room for messages below which no request makes sense. */
export const MIN_ROOM_TOKENS = 64;

export function createListCompactor(options: ListCompactorOptions): ListCompactor {
  const { model, limits, counter, tracker, replace, onError } = options;
  const memory = createSummaryMemory();
  const summarizer = summarizerOf(options);
  const inTurn = createTurns();

  function failed(error: unknown): void {
    tracker.setSummaryError(error);
    try {
      onError?.(error);
    } catch {
      // A listener that fails does not stop the next call.
    }
  }

  async function compact(messages: readonly ManagedMessage[]): Promise<ManagedMessage[]> {
    tracker.setSummaryError(undefined);
    const made = await replacement(messages);
    const own = typeof made === 'string' ? undefined : made;
    if (own !== undefined && tracker.measure(own) <= limits.hard) return own;
    const fixed = tracker.fixedTokens() + FRAME_TOKENS;
    const compacted = await compactList(own ?? messages, {
      model,
      counter,
      memory,
      summarizer: typeof made === 'string' ? givenSummary(made) : summarizer,
      onError: failed,
      minRecentMessages: limits.minRecentMessages,
      maxTokens: Math.max(MIN_ROOM_TOKENS, Math.floor(limits.soft - fixed)),
      limitTokens: Math.max(MIN_ROOM_TOKENS, Math.floor(limits.hard - fixed)),
    });
    tracker.measure(compacted);
    return compacted;
  }

  /** What the caller's own function makes of a list, if there is one and it does not fail. */
  async function replacement(
    messages: readonly ManagedMessage[],
  ): Promise<ManagedMessage[] | string | undefined> {
    try {
      return replace && checkReplacement(await replace([...messages]));
    } catch (error) {
      failed(error);
      // The built-in way always works, and the next call must not fail for want of room.
      return undefined;
    }
  }

  return {
    async compact(messages) {
      const [first] = messages;
      if (first === undefined) return [];
      return inTurn(adapterOf(messages).keyOf(first), () => compact(messages));
    },
    clear: memory.clear,
  };
}

/** Throws `ConfigError` for what is neither a list of messages nor a text. */
function checkReplacement(made: unknown): ManagedMessage[] | string {
  if (typeof made === 'string') return made;
  if (!Array.isArray(made)) {
    throw new ConfigError(
      `compactify of createContextManager gave ${showValue(made)}: return the list of messages, ` +
        'or the summary as text.',
    );
  }
  checkManagedList('compactify', made);
  return made as ManagedMessage[];
}

/** A text of the caller's in the place of what a summarizer would write. */
function givenSummary(text: string): Summarizer {
  return {
    name: 'compactify',
    summarize: async ({ entries, count }) => ({
      snapshot: textSnapshot(text, { covered: entries.length, tokens: count(text) }),
    }),
  };
}

function summarizerOf({ summaryModel: model, summaryPrompt }: ListCompactorOptions): Summarizer {
  if (model === undefined) return createExtractiveSummarizer();
  return createSummarizer({ model, ...(summaryPrompt === undefined ? {} : { summaryPrompt }) });
}

/** A `UIMessage` of AI SDK 5, 6 or 7, as far as a context manager reads it. */
export interface ManagedUiMessage {
  id: string;
  role: string;
  parts: readonly UiPart[];
  metadata?: unknown;
}

export interface UiPart {
  type: string;
}

/** A `ModelMessage` of AI SDK 5, 6 or 7. */
export interface ManagedModelMessage {
  role: string;
  content: unknown;
  providerOptions?: object | undefined;
}

/** What a context manager takes and gives; a list holds messages of one kind. */
export type ManagedMessage = ManagedUiMessage | ManagedModelMessage;

/** What a summary message says about itself: `metadata`, or `providerOptions.everlong`. */
// A type alias and no interface: only that is assignable to the SDK's index signatures.
export type ContextSummaryMetadata = {
  type: 'context-summary';
  /** How many messages this summary and those before it cover. */
  messagesSummarized: number;
  /** Of the messages covered. */
  originalTokens: number;
  /** Of the summary. */
  summaryTokens: number;
  /** ISO 8601. */
  createdAt: string;
  /** 1 for a conversation's first summary. */
  generation?: number;
  /**
   * UI messages only: the last message summarized and, if it precedes that one, the user's
   * message that stays. So a store that keeps the old messages, in whatever order, loses no new
   * one.
   */
  lastSummarizedId?: string;
  keptId?: string;
  /**
   * How many of the messages that follow it were there when it was made, whose thinking is bound to
   * what it replaced, and of how many parts the last of them was.
   */
  unbound?: { messages: number; parts?: number };
};

/** Whether a message is a summary that a context manager, or the SDK that it follows, inserted. */
export function isContextSummary(message: unknown): boolean {
  return summaryMetadata(message) !== undefined;
}

/** What a summary message says about itself; `undefined` for every other message. */
export function summaryMetadata(message: unknown): ContextSummaryMetadata | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { metadata, providerOptions } = message as {
    metadata?: Partial<ContextSummaryMetadata> | null;
    providerOptions?: { everlong?: Partial<ContextSummaryMetadata> };
  };
  const found = metadata?.type === 'context-summary' ? metadata : providerOptions?.everlong;
  if (found?.type !== 'context-summary') return undefined;
  const zeros = { messagesSummarized: 0, originalTokens: 0, summaryTokens: 0, createdAt: '' };
  return { ...zeros, ...found, type: 'context-summary' };
}

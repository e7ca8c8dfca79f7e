import type { ModelMessage } from '@everlong/core';
import type { Exchange } from '@everlong/core/internal';

import type { ContextSummaryMetadata, ManagedMessage } from './managed-message.js';

/** What a context manager does differently with UI messages and with model messages. */
export interface MessageAdapter<Message extends ManagedMessage = ManagedMessage> {
  /** What a model sees of the message. */
  modelMessages(message: Message): ModelMessage[];
  /** Runs that are kept or summarized as a whole. */
  exchanges(messages: readonly Message[]): Exchange[];
  /** Tells messages apart: equal for messages that are equal. */
  keyOf(message: Message): string;
  summary(text: string, metadata: ContextSummaryMetadata): Message;
  /**
   * The message with its texts cut to at most `maxTokens` each, and without files and reasoning.
   */
  cut(message: Message, maxTokens: number, count: (text: string) => number): Message;
  /** The message without the thinking that Claude signed, or its first `parts` parts without. */
  withoutThinking(message: Message, parts?: number): Message;
  /** The tokens of each text that `cut` can cut. */
  textTokens(message: Message, count: (text: string) => number): number[];
  /**
   * The messages as a request may hold them: nothing unanswered, no `system` messages, a user's
   * first. What was right already stays the same object; the end is the caller's.
   */
  sendable(messages: readonly Message[]): Message[];
}

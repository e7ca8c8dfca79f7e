import type { ModelMessage, Tokenizer } from '@everlong/core';

import type { ModelInfo } from './models/model-info.js';
import type { ToolsInput } from './counting/resolve-tools.js';
import type { StreamCounter } from './stream-counter.js';
import type { TruncateOptions } from './truncate.js';

/** A tokenizer ready to count: everything is synchronous and accepts any string. */
export interface ModelTokenizer extends Tokenizer {
  /** The model it counts for; set when it was made for one. */
  readonly model?: ModelInfo;
  /** Something the user should know: an unknown model, an assumed window. */
  readonly warning?: string;
  /**
   * Token ids. For a model without a public tokenizer these are the ids of its stand-in encoding,
   * and `count`, an estimate, differs from their number.
   */
  encode(text: string): number[];
  /** The text behind token ids of the same encoding; broken UTF-8 becomes U+FFFD. */
  decode(tokens: Iterable<number>): string;
  /** Tells whether the text has at most `maxTokens` tokens; stops reading once it has more. */
  fits(text: string, maxTokens: number): boolean;
  /** Counts a text that arrives in pieces. */
  createStreamCounter(): StreamCounter;
  /** The text shortened to at most `maxTokens` tokens, its notice included. */
  truncate(text: string, maxTokens: number, options?: TruncateOptions): string;
  /** One message with the frame that the provider puts around it. */
  countMessage(message: ModelMessage): number;
  /** All messages and what opens the model's reply. */
  countMessages(messages: readonly ModelMessage[]): number;
  /** Definitions of tools, in any shape that `resolveTools` reads. */
  countTools(tools: ToolsInput): number;
}

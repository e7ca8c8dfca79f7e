import type { ModelMessage } from '../messages/message.js';

/** The source of a count: the provider's numbers, the model's real encoding, or an estimate. */
export type CountSource = 'provider' | 'tokenizer' | 'heuristic';

/** Counts tokens. Synchronous; every string has a count, and none throws or hangs. */
export interface Tokenizer {
  /** The encoding or estimator in use, e.g. `o200k_base`. */
  readonly name: string;
  readonly source: CountSource;
  /** Tokens of a text; text that spells a special token counts as text. */
  count(text: string): number;
  /** Tokens of a message in a prompt: its content and the overhead of its frame. */
  countMessage?(message: ModelMessage): number;
}

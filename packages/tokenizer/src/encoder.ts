/**
 * Turns text into the tokens of one encoding and back. Total: any string is accepted, text that
 * spells a special token is text, a lone surrogate counts as U+FFFD.
 */
export interface Encoder {
  readonly encoding: string;
  encode(text: string): number[];
  decode(tokens: Iterable<number>): string;
  /** Tokens of the text; stops early, with some number above `maxTokens`, once it is exceeded. */
  count(text: string, maxTokens?: number): number;
}

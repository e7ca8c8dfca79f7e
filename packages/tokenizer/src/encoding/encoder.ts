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
  /** The part of a text whose tokens do not change when more text follows. */
  countSettled(text: string): SettledCount;
}

export interface SettledCount {
  /** Tokens of that part; an estimate may have a fraction. */
  tokens: number;
  /** The end of the part, in UTF-16 units. */
  length: number;
  /** Tokens of the rest, if the text ends with it. */
  openTokens: number;
}

import type { Encoder } from './encoding/encoder.js';

/** Counts a text that arrives in pieces, without recounting it for each piece. */
export interface StreamCounter {
  /**
   * Adds text and returns the tokens of all text so far: the number that `count` gives for it.
   * Only in a stretch of more than 4,096 characters without any word boundary it may be some
   * percent more, until the stretch ends or `count` is asked.
   */
  add(text: string): number;
  /**
   * The tokens of all text so far, exactly what the tokenizer's `count` gives; a few more in a
   * stretch of more than 67 million characters without any word boundary.
   */
  count(): number;
  /** Begins a new text. */
  reset(): void;
}

/** An open end of up to this many characters is counted again with each addition. */
const MAX_OPEN_UNITS = 4096;
/**
 * A longer one is counted again only after it grew by a fraction: so the work stays proportional to
 * the text.
 */
const GROWTH = 1 / 16;
/** Most tokens counted too many where two additions meet, about. */
const TOKENS_AT_BORDER = 4;
/** An open end is never longer, so that it fits into memory and into one string. */
const MAX_OPEN_END_UNITS = 2 ** 26;

/**
 * The beginning of the text whose tokens cannot change any more is counted once and forgotten; only
 * the open end is kept.
 */
export function createStreamCounter(encoder: Encoder): StreamCounter {
  let settledTokens = 0;
  let open = '';
  /** Text that arrived since `open` was counted. */
  let added = '';
  let openTokens = 0;
  let addedTokens = 0;
  let additions = 0;

  /** Large additions need no new count until they double the open end: they have few borders. */
  function isDue(): boolean {
    if (open.length <= MAX_OPEN_UNITS || added.length >= open.length) return true;
    if (added.length < open.length * GROWTH) return false;
    return additions * TOKENS_AT_BORDER >= openTokens * GROWTH;
  }

  function recount(): void {
    open += added;
    added = '';
    additions = 0;
    const settled = encoder.countSettled(open);
    settledTokens += settled.tokens;
    open = open.slice(settled.length);
    openTokens = settled.openTokens;
    addedTokens = 0;
    if (open.length <= MAX_OPEN_END_UNITS) return;
    settledTokens += openTokens;
    openTokens = 0;
    open = '';
  }

  function add(text: string): number {
    added += text;
    additions++;
    if (isDue()) recount();
    else addedTokens += encoder.count(text);
    return Math.ceil(settledTokens + openTokens + addedTokens);
  }

  function count(): number {
    if (added !== '') recount();
    return Math.ceil(settledTokens + openTokens);
  }

  function reset(): void {
    settledTokens = 0;
    open = '';
    added = '';
    openTokens = 0;
    addedTokens = 0;
    additions = 0;
  }

  return { add, count, reset };
}

import { byteLength, codePointAt } from '../scanning/character-class.js';
import { mergeSymbols } from './merge-symbols.js';
import type { PairTable } from './pair-table.js';
import { hashPiece, type TokenTable } from './token-table.js';
import type { Vocabulary } from './vocabulary.js';

/** Splits bytes into the symbols that merging starts from. */
export interface SymbolReader {
  /**
   * Writes the symbols of the bytes from `start` to `end` into `symbols` and returns how many they
   * are, or -1 if they are more than fit.
   */
  read(bytes: Uint8Array, view: DataView, start: number, end: number, symbols: Int32Array): number;
}

/** In the table of characters: not looked up yet; no token by itself. */
const UNKNOWN = -1;
const SEVERAL = -2;
/** The characters of 2 and 3 bytes: U+0080 to U+FFFF. */
const TABLE_SIZE = 0x10000;
const MAX_CHARACTER_BYTES = 4;
/** Characters of several tokens (emoji, rare ideographs) whose tokens are remembered. */
const REMEMBERED = 4096;

/**
 * Merging starts from single bytes. In most text it may as well start from characters, which takes
 * a third of the steps in Chinese: the bytes of a character merge with each other before they meet
 * those of its neighbours, unless there is a token that begins or ends in the middle of a character
 * and reaches into the next one ("broken"). `brokenBoundaries` holds the pairs of bytes where such
 * tokens pass from one character into the next; characters next to such a pair are left as bytes.
 *
 * Why this is exact: a token over a boundary that no broken token passes consists of whole
 * characters, and so do the two tokens that it is made of, as long as these pass a boundary too.
 * So nothing merges across the boundary before the characters next to it are complete.
 */
export function createSymbolReader(
  vocabulary: Vocabulary,
  tokens: TokenTable,
  pairs: PairTable,
): SymbolReader {
  const { byteTokens, brokenBoundaries } = vocabulary;
  const characterTokens = new Int32Array(TABLE_SIZE).fill(UNKNOWN);
  const remembered = new Int32Array(REMEMBERED);
  const rememberedCounts = new Uint8Array(REMEMBERED);
  const rememberedTokens = new Int32Array(REMEMBERED * MAX_CHARACTER_BYTES);
  const own = new Int32Array(MAX_CHARACTER_BYTES);
  const ranks = new Int32Array(MAX_CHARACTER_BYTES);

  /** The token that the character at `position` is, or `SEVERAL`. */
  function characterToken(
    bytes: Uint8Array,
    view: DataView,
    position: number,
    length: number,
  ): number {
    if (length === MAX_CHARACTER_BYTES) return SEVERAL;
    const codePoint = codePointAt(bytes, position);
    const known = characterTokens[codePoint] as number;
    if (known !== UNKNOWN) return known;
    const hash = hashPiece(bytes, position, position + length);
    const found = tokens.find(view, position, length, hash);
    return (characterTokens[codePoint] = found < 0 ? SEVERAL : found);
  }

  /** Writes the tokens of a character that is not a token; returns the new count of symbols. */
  function readRare(
    bytes: Uint8Array,
    position: number,
    length: number,
    symbols: Int32Array,
    count: number,
  ): number {
    const codePoint = codePointAt(bytes, position);
    const slot = codePoint & (REMEMBERED - 1);
    const first = slot * MAX_CHARACTER_BYTES;
    if (remembered[slot] !== codePoint) {
      for (let index = 0; index < length; index++) {
        own[index] = byteTokens[bytes[position + index] as number] as number;
      }
      rememberedCounts[slot] = mergeSymbols(own, length, ranks, pairs);
      rememberedTokens.set(own, first);
      remembered[slot] = codePoint;
    }
    const tokenCount = rememberedCounts[slot] as number;
    for (let index = 0; index < tokenCount; index++) {
      symbols[count + index] = rememberedTokens[first + index] as number;
    }
    return count + tokenCount;
  }

  function read(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    end: number,
    symbols: Int32Array,
  ): number {
    const capacity = symbols.length - MAX_CHARACTER_BYTES;
    let count = 0;
    let position = start;
    let isBroken = false;
    while (position < end) {
      if (count > capacity) return -1;
      const lead = bytes[position] as number;
      const next = position + byteLength(lead);
      const wasBroken = isBroken;
      isBroken =
        next < end &&
        brokenBoundaries[((bytes[next - 1] as number) << 8) | (bytes[next] as number)] === 1;
      if (lead < 0x80) {
        symbols[count++] = byteTokens[lead] as number;
      } else if (wasBroken || isBroken) {
        for (let at = position; at < next; at++) {
          symbols[count++] = byteTokens[bytes[at] as number] as number;
        }
      } else {
        const token = characterToken(bytes, view, position, next - position);
        if (token === SEVERAL) {
          count = readRare(bytes, position, next - position, symbols, count);
        } else {
          symbols[count++] = token;
        }
      }
      position = next;
    }
    return count;
  }

  return { read };
}

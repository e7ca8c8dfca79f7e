import { codePointAt } from '../scanning/character-class.js';
import { mergeSymbols } from './merge-symbols.js';
import type { PairTable } from './pair-table.js';

/** Characters of several tokens: emoji, rare ideographs. */
export interface RareCharacters {
  /** Writes the tokens of a character into `symbols`; returns the new count of symbols. */
  read(
    bytes: Uint8Array,
    position: number,
    length: number,
    symbols: Int32Array,
    count: number,
  ): number;
}

export const MAX_CHARACTER_BYTES = 4;
/** Characters whose tokens are remembered. */
const REMEMBERED = 4096;

export function createRareCharacters(byteTokens: Int32Array, pairs: PairTable): RareCharacters {
  const remembered = new Int32Array(REMEMBERED);
  const rememberedCounts = new Uint8Array(REMEMBERED);
  const rememberedTokens = new Int32Array(REMEMBERED * MAX_CHARACTER_BYTES);
  const own = new Int32Array(MAX_CHARACTER_BYTES);
  const ranks = new Int32Array(MAX_CHARACTER_BYTES);
  return {
    read(bytes, position, length, symbols, count) {
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
    },
  };
}

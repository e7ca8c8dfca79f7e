import { byteLength } from '../scanning/character-class.js';
import { createCharacterTokens, SEVERAL } from './character-tokens.js';
import type { PairTable } from './pair-table.js';
import { createRareCharacters, MAX_CHARACTER_BYTES } from './rare-characters.js';
import type { TokenTable } from './token-table.js';
import type { Vocabulary } from './vocabulary.js';

/** Splits bytes into the symbols that merging starts from. */
export interface SymbolReader {
  /**
   * Writes the symbols of the bytes from `start` to `end` into `symbols` and returns how many they
   * are, or -1 if they are more than fit.
   */
  read(bytes: Uint8Array, view: DataView, start: number, end: number, symbols: Int32Array): number;
}

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
  const single = createCharacterTokens(tokens);
  const rare = createRareCharacters(byteTokens, pairs);

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
        const token = single.find(bytes, view, position, next - position);
        if (token === SEVERAL) {
          count = rare.read(bytes, position, next - position, symbols, count);
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

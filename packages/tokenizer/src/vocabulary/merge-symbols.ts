import { NO_MERGE, type PairTable } from './pair-table.js';

/**
 * Byte-pair encoding of a short piece, in place: of all pairs of neighbours that merge, the one
 * with the lowest rank does so first, the leftmost of equals, until none is left. Returns the
 * number of symbols that remain.
 *
 * The ranks of all pairs are kept in an array that shrinks with the symbols; each step searches it
 * for its minimum. That is quadratic, and faster than any queue as long as the piece is short.
 */
export function mergeSymbols(
  symbols: Int32Array,
  count: number,
  ranks: Int32Array,
  pairs: PairTable,
): number {
  let last = count - 1;
  let lowest = NO_MERGE;
  let at = -1;
  for (let index = 0; index < last; index++) {
    const rank = pairs.find(symbols[index] as number, symbols[index + 1] as number);
    ranks[index] = rank;
    if (rank < lowest) {
      lowest = rank;
      at = index;
    }
  }
  while (at >= 0) {
    // The number of the merged token is its rank.
    symbols[at] = lowest;
    last--;
    for (let index = at + 1; index <= last; index++) {
      symbols[index] = symbols[index + 1] as number;
      ranks[index] = ranks[index + 1] as number;
    }
    ranks[at] = at < last ? pairs.find(lowest, symbols[at + 1] as number) : NO_MERGE;
    if (at > 0) ranks[at - 1] = pairs.find(symbols[at - 1] as number, lowest);

    lowest = NO_MERGE;
    at = -1;
    for (let index = 0; index < last; index++) {
      const rank = ranks[index] as number;
      if (rank < lowest) {
        lowest = rank;
        at = index;
      }
    }
  }
  return last + 1;
}

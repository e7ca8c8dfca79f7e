import type { Vocabulary } from './vocabulary.js';

/** Finds what two neighbouring tokens merge into. */
export interface PairTable {
  /** The token that `left` and `right` merge into, or `NO_MERGE`. */
  find(left: number, right: number): number;
}

/** Larger than every token: no merge, and last in every comparison of ranks. */
export const NO_MERGE = 0x7fffffff;

const TOKEN_BITS = 18;
const TOKEN_MASK = (1 << TOKEN_BITS) - 1;
const EMPTY = -1;

/**
 * An open-addressing hash table from pairs of tokens to the token that they merge into, built like
 * `TokenTable`: a slot is the merged token and 14 bits of the pair's hash. Pairs of single bytes,
 * where every merge begins, have a table of their own.
 */
export function createPairTable({ size, left, right }: Vocabulary): PairTable {
  const bits = Math.ceil(Math.log2(size * 2));
  const shift = 32 - bits;
  const slotMask = (1 << bits) - 1;
  const slots = new Int32Array(1 << bits).fill(EMPTY);
  const singles = new Int32Array(65_536).fill(NO_MERGE);

  for (let token = 256; token < size; token++) {
    const first = left[token] as number;
    const second = right[token] as number;
    if ((first | second) < 256) {
      singles[(first << 8) | second] = token;
      continue;
    }
    const hash = hashPair(first, second);
    let slot = hash >>> shift;
    while (slots[slot] !== EMPTY) slot = (slot + 1) & slotMask;
    slots[slot] = (hash << TOKEN_BITS) | token;
  }

  function find(first: number, second: number): number {
    if ((first | second) < 256) return singles[(first << 8) | second] as number;
    const hash = hashPair(first, second);
    const tag = hash << TOKEN_BITS;
    let slot = hash >>> shift;
    let entry = slots[slot] as number;
    while (entry !== EMPTY) {
      if ((entry ^ tag) >>> TOKEN_BITS === 0) {
        const token = entry & TOKEN_MASK;
        if (left[token] === first && right[token] === second) return token;
      }
      slot = (slot + 1) & slotMask;
      entry = slots[slot] as number;
    }
    return NO_MERGE;
  }

  return { find };
}

function hashPair(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}

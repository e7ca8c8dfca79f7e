import { equalBytes } from './equal-bytes.js';
import type { Vocabulary } from './vocabulary.js';

/** Finds the token of some bytes. */
export interface TokenTable {
  /**
   * The token of exactly `length` bytes at `start` of `view`, or -1. `hash` is their `hashPiece`.
   * The view must have 4 readable bytes after them.
   */
  find(view: DataView, start: number, length: number, hash: number): number;
}

/** Bits of a slot that hold the token; the others hold a part of its hash. */
const TOKEN_BITS = 18;
const TOKEN_MASK = (1 << TOKEN_BITS) - 1;
const EMPTY = -1;

/** The longest token of either encoding. */
export const MAX_TOKEN_BYTES = 128;

/**
 * An open-addressing hash table over the bytes of all tokens. A slot is one number: the token and
 * 14 bits of its hash, so that a search that ends without a token nearly always reads one slot and
 * nothing else. At most half of the slots are taken.
 *
 * It is built without the bytes: the hash is a polynomial, and so that of a token follows from
 * those of the two tokens it is made of.
 */
export function createTokenTable(vocabulary: Vocabulary): TokenTable {
  const { size, left, right, lengths, startOf, bytes, view: tokenView } = vocabulary;
  const bits = Math.ceil(Math.log2(size * 2));
  const slotMask = (1 << bits) - 1;
  const slots = new Int32Array(1 << bits).fill(EMPTY);
  const powers = new Int32Array(MAX_TOKEN_BYTES + 1);
  powers[0] = 1;
  for (let exponent = 1; exponent <= MAX_TOKEN_BYTES; exponent++) {
    powers[exponent] = Math.imul(powers[exponent - 1] as number, BASE);
  }

  const sums = new Int32Array(size);
  for (let token = 0; token < size; token++) {
    const second = right[token] as number;
    const sum =
      token < 256
        ? addByte(0, bytes[startOf(token)] as number)
        : (Math.imul(
            sums[left[token] as number] as number,
            powers[lengths[second] as number] as number,
          ) +
            (sums[second] as number)) |
          0;
    sums[token] = sum;
    const hash = finishHash(sum);
    let slot = hash & slotMask;
    while (slots[slot] !== EMPTY) slot = (slot + 1) & slotMask;
    slots[slot] = (hash & ~TOKEN_MASK) | token;
  }

  function find(view: DataView, start: number, length: number, hash: number): number {
    let slot = hash & slotMask;
    let entry = slots[slot] as number;
    while (entry !== EMPTY) {
      // Equal but for the bits of the token: the same part of the hash.
      if ((entry ^ hash) >>> TOKEN_BITS === 0) {
        const token = entry & TOKEN_MASK;
        if (
          lengths[token] === length &&
          equalBytes(view, start, tokenView, startOf(token), length)
        ) {
          return token;
        }
      }
      slot = (slot + 1) & slotMask;
      entry = slots[slot] as number;
    }
    return -1;
  }

  return { find };
}

const BASE = 0x9e3779b1 | 0;

/** The hash of the bytes from `start` to `end`. */
export function hashPiece(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = addByte(sum, bytes[at] as number);
  return finishHash(sum);
}

/** One step of `hashPiece`: the bytes are digits of a number to an odd base, modulo 2 ** 32. */
export function addByte(sum: number, byte: number): number {
  return (Math.imul(sum, BASE) + byte + 1) | 0;
}

/** The last step of `hashPiece`: spreads the bits (multiply and shift, as in MurmurHash3). */
export function finishHash(sum: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

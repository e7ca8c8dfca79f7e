import type { Vocabulary } from './vocabulary.js';

/** Finds the token that stands for some bytes. */
export interface TokenTable {
  /**
   * The token of exactly `length` bytes at `start` of `view`, or -1. `hash` is their `hashBytes`.
   * The view must have 4 readable bytes behind them.
   */
  find(view: DataView, start: number, length: number, hash: number): number;
}

/** Bits of a slot that hold the token; the others hold a part of its hash. */
const TOKEN_BITS = 18;
const TOKEN_MASK = (1 << TOKEN_BITS) - 1;
const EMPTY = -1;

/**
 * An open-addressing hash table over the bytes of all tokens. A slot is one number: the token and
 * 14 bits of its hash, so that a search that ends without a token nearly always reads one slot and
 * nothing else. At most half of the slots are taken.
 */
export function createTokenTable({ size, bytes, offsets }: Vocabulary): TokenTable {
  const bits = Math.ceil(Math.log2(size * 2));
  const slotMask = (1 << bits) - 1;
  const slots = new Int32Array(1 << bits).fill(EMPTY);
  const tokenView = new DataView(bytes.buffer);

  for (let token = 0; token < size; token++) {
    const start = offsets[token] as number;
    const hash = hashBytes(tokenView, start, (offsets[token + 1] as number) - start);
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
        const tokenStart = offsets[token] as number;
        if (
          (offsets[token + 1] as number) - tokenStart === length &&
          equalBytes(view, start, tokenView, tokenStart, length)
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

/**
 * A hash of `length` bytes, read as words of 4; the last word holds 0 to 3 bytes and the length.
 * (Multiply and shift, as in the finalizer of MurmurHash3.)
 */
export function hashBytes(view: DataView, start: number, length: number): number {
  let hash = 0;
  let at = start;
  const wordsEnd = start + (length & ~3);
  for (; at < wordsEnd; at += 4) hash = mix(hash, view.getInt32(at, true));
  const rest = (length & 3) === 0 ? 0 : view.getInt32(at, true) & restMask(length);
  return finishHash(hash, rest, length);
}

/** The last step of `hashBytes`: `rest` is what the last word holds, 0 to 3 bytes. */
export function finishHash(hash: number, rest: number, length: number): number {
  const mixed = mix(hash, rest ^ (length << 24));
  return mixed ^ (mixed >>> 13);
}

/** One step of `hashBytes`. */
export function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Keeps the bytes of the last, incomplete word. */
export function restMask(length: number): number {
  return (1 << ((length & 3) << 3)) - 1;
}

/** Whether two stretches of bytes are equal; both views must be readable up to a whole word. */
export function equalBytes(
  left: DataView,
  leftStart: number,
  right: DataView,
  rightStart: number,
  length: number,
): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (left.getInt32(leftStart + at, true) !== right.getInt32(rightStart + at, true)) return false;
  }
  if (at === length) return true;
  const difference = left.getInt32(leftStart + at, true) ^ right.getInt32(rightStart + at, true);
  return (difference & restMask(length)) === 0;
}

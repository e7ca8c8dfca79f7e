import { equalBytes } from '../vocabulary/equal-bytes.js';

/**
 * Remembers a number for each of many byte sequences, in a fixed amount of memory: the oldest are
 * forgotten.
 */
export interface ByteCache {
  /** The number remembered for these bytes, or `undefined`; `hash` is any hash of them. */
  get(view: DataView, start: number, length: number, hash: number): number | undefined;
  /** Remembers a number; bytes longer than `maxLength` are ignored. */
  set(bytes: Uint8Array, start: number, length: number, hash: number, value: number): void;
  readonly maxLength: number;
}

/** Before the bytes of an entry: its value (8 bytes) and its length (4 bytes). */
const HEADER = 12;
/** Readers of whole words look past the end. */
const PADDING = 4;

/**
 * Entries follow one another in a ring buffer of `size` bytes (a power of two), which overwrites
 * the oldest. An index of `slots` places (a power of two), chosen by the hash, holds the place of
 * the newest entry of that hash. Places count up without wrapping at `size`, modulo 2 ** 32, so an
 * entry is valid while its place is less than `size` behind the newest.
 */
export function createByteCache(size: number, slots: number, maxLength: number): ByteCache {
  const ring = new Uint8Array(size + HEADER + maxLength + PADDING);
  const ringView = new DataView(ring.buffer);
  const hashes = new Int32Array(slots);
  const places = new Int32Array(slots);
  // Starts one round later, so that the zeros of an unused index point to no valid entry.
  let next = size;

  function get(view: DataView, start: number, length: number, hash: number): number | undefined {
    const slot = hash & (slots - 1);
    if (hashes[slot] !== hash) return undefined;
    const place = places[slot] as number;
    if ((next - place) >>> 0 >= size) return undefined;
    const at = place & (size - 1);
    const isSame =
      ringView.getInt32(at + 8, true) === length &&
      equalBytes(view, start, ringView, at + HEADER, length);
    return isSame ? ringView.getFloat64(at, true) : undefined;
  }

  function set(
    bytes: Uint8Array,
    start: number,
    length: number,
    hash: number,
    value: number,
  ): void {
    if (length > maxLength) return;
    const at = next & (size - 1);
    ringView.setFloat64(at, value, true);
    ringView.setInt32(at + 8, length, true);
    if (length > 64) {
      ring.set(bytes.subarray(start, start + length), at + HEADER);
    } else {
      for (let index = 0; index < length; index++) {
        ring[at + HEADER + index] = bytes[start + index] as number;
      }
    }
    const slot = hash & (slots - 1);
    hashes[slot] = hash;
    places[slot] = next;
    next = (next + HEADER + length) | 0;
  }

  return { get, set, maxLength };
}

/** A fast hash of many bytes, read as words; the view must have 3 more readable bytes behind. */
export function hashWords(view: DataView, start: number, length: number): number {
  let hash = length;
  let at = start;
  const wordsEnd = start + (length & ~3);
  for (; at < wordsEnd; at += 4) hash = mix(hash, view.getInt32(at, true));
  const rest = length & 3;
  return rest === 0 ? hash : mix(hash, view.getInt32(at, true) & ((1 << (rest << 3)) - 1));
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

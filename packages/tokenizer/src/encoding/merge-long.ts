import { NO_MERGE, type PairTable } from '../vocabulary/pair-table.js';
import {
  addByte,
  finishHash,
  MAX_TOKEN_BYTES,
  type TokenTable,
} from '../vocabulary/token-table.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** Encodes pieces of any length. */
export interface LongMerger {
  /** The tokens of the bytes from `start` to `end`. */
  merge(bytes: Uint8Array, view: DataView, start: number, end: number): Int32Array;
}

/**
 * Byte-pair encoding in linear time, by backtracking. The algorithm is that of the crate `bpe` of
 * github.com/github/rust-gems ("So many tokens, so little time", GitHub's blog, 2024).
 *
 * It rests on one fact: tokens side by side are the encoding of their text exactly if each
 * neighbouring two are the encoding of theirs. So the text is read from the left, each time with
 * the longest token that may follow the one before. Where none may, the one before is taken back
 * and tried shorter. A place that led nowhere is remembered, so that it is left alone the next
 * time: no place is given up twice.
 */
export function createLongMerger(
  vocabulary: Vocabulary,
  tokens: TokenTable,
  pairs: PairTable,
): LongMerger {
  const { left: lefts, right: rights, lengths, startOf, size } = vocabulary;
  const longest = longestByBeginning(vocabulary);
  const sums = new Int32Array(MAX_TOKEN_BYTES + 1);
  /** For each token the longest other token that it begins with, plus 1; 0 where not known yet. */
  const prefixes = new Int32Array(size);
  const pairsBefore = new Int32Array(REMEMBERED).fill(-1);
  const pairsAfter = new Int32Array(REMEMBERED);
  const pairResults = new Uint8Array(REMEMBERED);

  /** The longest token at `start` of at most `maxLength` bytes. There always is one of one byte. */
  function longestToken(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    maxLength: number,
  ): number {
    let limit = maxLength;
    if (limit > 3) {
      const key = hashBeginning(view.getInt32(start, true));
      limit = Math.min(limit, longest[key] as number);
    }
    for (let length = 0; length < limit; length++) {
      sums[length + 1] = addByte(sums[length] as number, bytes[start + length] as number);
    }
    for (let length = limit; length > 1; length--) {
      const token = tokens.find(view, start, length, finishHash(sums[length] as number));
      if (token >= 0) return token;
    }
    return vocabulary.byteTokens[bytes[start] as number] as number;
  }

  /** The longest token that `token`, of two bytes and more, begins with. */
  function shorterToken(token: number): number {
    const known = prefixes[token] as number;
    if (known > 0) return known - 1;
    const maxLength = (lengths[token] as number) - 1;
    const shorter = longestToken(vocabulary.bytes, vocabulary.view, startOf(token), maxLength);
    prefixes[token] = shorter + 1;
    return shorter;
  }

  /**
   * Tells whether the encoding of the two tokens' bytes is these two tokens. Undoes the merges at
   * their border, the latest first; if what is then at the border would have merged before one of
   * the merges undone so far, the two would never have come about.
   */
  function isPair(before: number, after: number): boolean {
    let left = before;
    let right = after;
    let limit = NO_MERGE;
    for (;;) {
      if (pairs.find(left, right) < limit) return false;
      const isLeftLater = left > right;
      if (isLeftLater ? left < 256 : right < 256) return true;
      if (isLeftLater) {
        limit = left;
        left = rights[left] as number;
      } else {
        // Of equal ranks the left one merges first: a merge of rank `right` at the border as well.
        limit = right + 1;
        right = lefts[right] as number;
      }
    }
  }

  /** `isPair`, remembered: a run of one character asks the same again and again. */
  function mayFollow(before: number, after: number): boolean {
    const slot = (Math.imul(before, 31) + after) & (REMEMBERED - 1);
    if (pairsBefore[slot] !== before || pairsAfter[slot] !== after) {
      pairsBefore[slot] = before;
      pairsAfter[slot] = after;
      pairResults[slot] = isPair(before, after) ? 1 : 0;
    }
    return pairResults[slot] === 1;
  }

  function merge(bytes: Uint8Array, view: DataView, start: number, end: number): Int32Array {
    let runStart = 0;
    let runEnd = 0;
    let runToken = -1;
    /** A token that followed itself in the run, and how far beyond it was read to find that out. */
    let settled = Number.NaN;
    let reach = 0;
    let farthest = start;

    /**
     * In a run of one byte the longest token is the same everywhere but near its end. All longer
     * than the settled one were tried after it once, and lead nowhere where as much of it follows.
     */
    function longestAt(at: number, before: number): number {
      if (at >= runEnd) {
        runStart = at;
        runEnd = at + 1;
        while (runEnd < end && bytes[runEnd] === bytes[at]) runEnd++;
        runToken = -1;
        settled = Number.NaN;
      }
      const isInRun = at >= runStart && at + MAX_TOKEN_BYTES <= runEnd;
      if (isInRun && before === settled && at + reach + MAX_TOKEN_BYTES <= runEnd) return settled;
      if (isInRun && runToken >= 0) return runToken;
      const token = longestToken(bytes, view, at, Math.min(MAX_TOKEN_BYTES, end - at));
      if (isInRun) runToken = token;
      return token;
    }

    const deadEnds = new Uint8Array(((end - start) >> 3) + 1);
    let stack = new Int32Array(256);
    let depth = 0;
    let position = start;
    let token = longestAt(position, -1);
    while (position < end) {
      const length = lengths[token] as number;
      const next = position + length - start;
      const isDeadEnd = ((deadEnds[next >> 3] as number) & (1 << (next & 7))) !== 0;
      if (!isDeadEnd && (depth === 0 || mayFollow(stack[depth - 1] as number, token))) {
        if (depth === stack.length) stack = doubled(stack);
        const isRepeated = depth > 0 && stack[depth - 1] === token && token !== settled;
        if (isRepeated && position >= runStart && farthest + MAX_TOKEN_BYTES <= runEnd) {
          settled = token;
          reach = farthest - position;
        }
        stack[depth++] = token;
        position += length;
        if (position > farthest) farthest = position;
        if (position < end) token = longestAt(position, token);
      } else if (length > 1) {
        token = shorterToken(token);
      } else {
        const here = position - start;
        deadEnds[here >> 3] = (deadEnds[here >> 3] as number) | (1 << (here & 7));
        token = stack[--depth] as number;
        position -= lengths[token] as number;
      }
    }
    return stack.subarray(0, depth);
  }

  return { merge };
}

function doubled(stack: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(stack.length * 2);
  larger.set(stack);
  return larger;
}

/** Pairs of tokens whose check is remembered. */
const REMEMBERED = 4096;
const BEGINNING_BITS = 16;

/** A hash of 4 bytes, given as a word. */
function hashBeginning(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - BEGINNING_BITS);
}

/** For each hash of 4 bytes the length of the longest token that begins with such bytes, or 3. */
function longestByBeginning({ size, bytes, left, right, lengths }: Vocabulary): Uint8Array {
  const longest = new Uint8Array(1 << BEGINNING_BITS).fill(3);
  // The first bytes of each token, 4 at most, from those of the two tokens that it is made of.
  const beginnings = new Int32Array(size);
  for (let token = 0; token < size; token++) {
    const length = lengths[token] as number;
    if (length === 1) {
      beginnings[token] = bytes[token] as number;
      continue;
    }
    const first = left[token] as number;
    const firstLength = lengths[first] as number;
    const rest =
      firstLength < 4 ? (beginnings[right[token] as number] as number) << (8 * firstLength) : 0;
    const beginning = (beginnings[first] as number) | rest;
    beginnings[token] = beginning;
    if (length < 4) continue;
    const key = hashBeginning(beginning);
    if (length > (longest[key] as number)) longest[key] = length;
  }
  return longest;
}

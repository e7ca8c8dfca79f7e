import { createByteCache, hashWords } from './byte-cache.js';
import type { BytePairTables } from './byte-pair-tables.js';
import { decodeTokens } from './decode-tokens.js';
import type { Encoder, SettledCount } from './encoder.js';
import { createLongTextCounts } from './long-text-counts.js';
import { mergeSymbols } from '../vocabulary/merge-symbols.js';
import { pieceClass } from '../scanning/piece-class.js';
import { hashPiece, MAX_TOKEN_BYTES } from '../vocabulary/token-table.js';
import { createUtf8Buffer } from '../scanning/utf8-buffer.js';

/** Options of an encoder's memory; the results are the same without. */
export interface CacheOptions {
  /** The counts of pieces that are not a token: 2.6 MB. */
  pieces: boolean;
  /**
   * The counts of texts, or of their slices of 32,768 UTF-16 units: 4.5 MB; and of the newest 8
   * texts of 65,536 units and more, which it holds on to.
   */
  texts: boolean;
}

/** Pieces of up to this many symbols are merged by search, longer ones by backtracking. */
const MAX_SYMBOLS = 64;
const MAX_CACHED_PIECE_BYTES = 512;
/** Counting a shorter text is as fast as looking it up. */
const MIN_CACHED_TEXT_BYTES = 64;
/** A slice of text in UTF-8, after the unused rest of the slice before it. */
const MAX_CACHED_TEXT_BYTES = 131_072;
/** A remembered text is one number: its units * this + the bytes that they take. */
const TEXT_VALUE_BASE = 2 ** 18;

/**
 * The weight of a token by the class of its piece (an index of `PIECE_CLASSES`), in units of 1 /
 * `UNITS_PER_TOKEN`.
 */
export type PieceWeights = Int32Array;

export const UNITS_PER_TOKEN = 64;

/**
 * Our own byte-pair encoder. Text becomes UTF-8 a slice at a time; a scanner cuts it into pieces;
 * a piece that is a token is found in a hash table; the others are merged from their symbols.
 * What each step does, and why it is exact, is in the file of its name.
 *
 * With weights it estimates another tokenizer: each token counts for more or less by the class of
 * the piece that it is in. Ids are not weighted.
 */
export function createBytePairEncoder(
  tables: BytePairTables,
  caches: CacheOptions,
  weights?: PieceWeights,
): Encoder {
  const { vocabulary, scan, tokens } = tables;
  const { byteTokens } = vocabulary;
  const pieceCache = caches.pieces
    ? createByteCache(2 ** 21, 2 ** 16, MAX_CACHED_PIECE_BYTES)
    : undefined;
  const textCache = caches.texts
    ? createByteCache(2 ** 22, 2 ** 15, MAX_CACHED_TEXT_BYTES)
    : undefined;
  const longTexts = caches.texts ? createLongTextCounts() : undefined;
  const unitsPerToken = weights === undefined ? 1 : UNITS_PER_TOKEN;
  const symbols = new Int32Array(MAX_SYMBOLS + 4);
  const ranks = new Int32Array(MAX_SYMBOLS + 4);
  const buffer = createUtf8Buffer();

  function countPiece(start: number, end: number): number {
    const length = end - start;
    if (length === 1) return 1;
    const { bytes, view } = buffer;
    if (length > MAX_CACHED_PIECE_BYTES) {
      return tables.merging().longMerger().merge(bytes, view, start, end).length;
    }
    const hash = hashPiece(bytes, start, end);
    if (length <= MAX_TOKEN_BYTES && tokens.find(view, start, length, hash) >= 0) return 1;
    const known = pieceCache?.get(view, start, length, hash);
    if (known !== undefined) return known;
    const { pairs, symbolReader, longMerger } = tables.merging();
    const symbolCount = symbolReader.read(bytes, view, start, end, symbols);
    const tokenCount =
      symbolCount < 0
        ? longMerger().merge(bytes, view, start, end).length
        : mergeSymbols(symbols, symbolCount, ranks, pairs);
    pieceCache?.set(bytes, start, length, hash, tokenCount);
    return tokenCount;
  }

  function encodePiece(start: number, end: number, output: number[]): void {
    const length = end - start;
    const { bytes, view } = buffer;
    if (length === 1) {
      output.push(byteTokens[bytes[start] as number] as number);
      return;
    }
    if (length <= MAX_TOKEN_BYTES) {
      const token = tokens.find(view, start, length, hashPiece(bytes, start, end));
      if (token >= 0) {
        output.push(token);
        return;
      }
    }
    const { pairs, symbolReader, longMerger } = tables.merging();
    const symbolCount = symbolReader.read(bytes, view, start, end, symbols);
    if (symbolCount < 0) {
      for (const token of longMerger().merge(bytes, view, start, end)) output.push(token);
      return;
    }
    const tokenCount = mergeSymbols(symbols, symbolCount, ranks, pairs);
    for (let index = 0; index < tokenCount; index++) output.push(symbols[index] as number);
  }

  /** The tokens of a piece, or with weights its units. */
  function weighPiece(start: number, end: number): number {
    const tokenCount = countPiece(start, end);
    if (weights === undefined) return tokenCount;
    return tokenCount * (weights[pieceClass(buffer.bytes, start, end)] as number);
  }

  /**
   * Tokens of the buffer's text, or with weights its units, up to the last piece that is complete.
   */
  function countBuffer(isLast: boolean, max: number): number {
    const { bytes, view, filled } = buffer;
    const cache = filled < MIN_CACHED_TEXT_BYTES ? undefined : textCache;
    const hash = cache === undefined ? 0 : hashWords(view, 0, filled) ^ (isLast ? 0 : -1);
    const known = cache?.get(view, 0, filled, hash);
    if (known !== undefined) {
      buffer.used = known % TEXT_VALUE_BASE;
      return Math.floor(known / TEXT_VALUE_BASE);
    }
    let units = 0;
    let position = 0;
    while (position < filled) {
      let end = scan(bytes, position, filled);
      if (end < 0) {
        if (!isLast) break;
        end = ~end;
      }
      units += weighPiece(position, end);
      if (units > max) return units;
      position = end;
    }
    buffer.used = position;
    cache?.set(bytes, 0, filled, hash, units * TEXT_VALUE_BASE + position);
    return units;
  }

  function count(text: string, maxTokens = Infinity): number {
    buffer.open(text);
    const known = longTexts?.get(text);
    if (known !== undefined) return known;
    const max = maxTokens * unitsPerToken;
    let units = 0;
    let isLast = false;
    while (!isLast && units <= max) {
      isLast = buffer.fill();
      units += countBuffer(isLast, max - units);
    }
    const tokenCount = Math.ceil(units / unitsPerToken);
    if (units <= max) longTexts?.set(text, tokenCount);
    return tokenCount;
  }

  function countSettled(text: string): SettledCount {
    let units = 0;
    let length = 0;
    let isLast = false;
    buffer.open(text);
    while (!isLast) {
      isLast = buffer.fill();
      units += countBuffer(false, Infinity);
      length += utf16Length(buffer.bytes, buffer.used);
    }
    let openUnits = 0;
    let position = buffer.used;
    while (position < buffer.filled) {
      const scanned = scan(buffer.bytes, position, buffer.filled);
      const end = scanned < 0 ? ~scanned : scanned;
      openUnits += weighPiece(position, end);
      position = end;
    }
    return { tokens: units / unitsPerToken, length, openTokens: openUnits / unitsPerToken };
  }

  function encode(text: string): number[] {
    const output: number[] = [];
    buffer.open(text);
    let isLast = false;
    while (!isLast) {
      isLast = buffer.fill();
      const { bytes, filled } = buffer;
      let position = 0;
      while (position < filled) {
        let end = scan(bytes, position, filled);
        if (end < 0) {
          if (!isLast) break;
          end = ~end;
        }
        encodePiece(position, end, output);
        position = end;
      }
      buffer.used = position;
    }
    return output;
  }

  return {
    encoding: vocabulary.encoding,
    encode,
    decode: (ids) => decodeTokens(vocabulary, ids),
    count,
    countSettled,
  };
}

/** The UTF-16 units of the first `end` bytes. */
function utf16Length(bytes: Uint8Array, end: number): number {
  let length = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
}

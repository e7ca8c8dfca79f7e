import type { BytePairTables } from './byte-pair-tables.js';
import type { Encoder } from './encoder.js';
import { decodeTokens } from './decode-tokens.js';
import { MAX_TOKEN_BYTES } from './merge-long.js';
import { mergeSymbols } from './merge-symbols.js';
import { createPieceCache, MAX_CACHED_BYTES } from './piece-cache.js';
import { STOP } from './scanner.js';
import { hashBytes } from './token-table.js';

/** How an encoder works; the results are the same. */
export interface BytePairOptions {
  /** Remember the counts of pieces; default true. Takes 1.3 MB. */
  cachePieces?: boolean;
}

/** Pieces of up to this many symbols are merged by search, longer ones by backtracking. */
const MAX_SYMBOLS = 64;
/** UTF-16 units that are turned into UTF-8 at a time. */
const SLICE = 32_768;
/** A unit takes up to 3 bytes. Readers of whole words look up to 4 bytes past the end. */
const PADDING = 8;

/**
 * Our own byte-pair encoder. Text becomes UTF-8 a slice at a time; a scanner cuts it into pieces;
 * a piece that is a token is found in a hash table; the others are merged from their symbols.
 * What each step does, and why it is exact, stands in the file of its name.
 */
export function createBytePairEncoder(
  { vocabulary, scan, tokens, pairs, symbolReader, longMerger }: BytePairTables,
  { cachePieces = true }: BytePairOptions = {},
): Encoder {
  const { byteTokens } = vocabulary;
  const cache = cachePieces ? createPieceCache() : undefined;
  const symbols = new Int32Array(MAX_SYMBOLS + 4);
  const ranks = new Int32Array(MAX_SYMBOLS + 4);
  const textEncoder = new TextEncoder();

  let bytes = new Uint8Array(4096);
  let view = new DataView(bytes.buffer);

  function countPiece(start: number, end: number): number {
    const length = end - start;
    if (length === 1) return 1;
    if (length > MAX_CACHED_BYTES) return longMerger.merge(view, start, end).length;
    const hash = hashBytes(view, start, length);
    if (length <= MAX_TOKEN_BYTES && tokens.find(view, start, length, hash) >= 0) return 1;
    const known = cache?.get(view, start, length, hash) ?? 0;
    if (known > 0) return known;
    const symbolCount = symbolReader.read(bytes, start, end, symbols);
    const count =
      symbolCount < 0
        ? longMerger.merge(view, start, end).length
        : mergeSymbols(symbols, symbolCount, ranks, pairs);
    cache?.set(bytes, start, length, hash, count);
    return count;
  }

  function encodePiece(start: number, end: number, output: number[]): void {
    const length = end - start;
    if (length === 1) {
      output.push(byteTokens[bytes[start] as number] as number);
      return;
    }
    if (length <= MAX_TOKEN_BYTES) {
      const token = tokens.find(view, start, length, hashBytes(view, start, length));
      if (token >= 0) {
        output.push(token);
        return;
      }
    }
    const symbolCount = symbolReader.read(bytes, start, end, symbols);
    if (symbolCount < 0) {
      for (const token of longMerger.merge(view, start, end)) output.push(token);
      return;
    }
    const count = mergeSymbols(symbols, symbolCount, ranks, pairs);
    for (let index = 0; index < count; index++) output.push(symbols[index] as number);
  }

  function reserve(size: number, used: number): void {
    if (bytes.length >= size) return;
    const larger = new Uint8Array(Math.max(size, bytes.length * 2));
    larger.set(bytes.subarray(0, used));
    bytes = larger;
    view = new DataView(larger.buffer);
  }

  /** Counts tokens until there are more than `maxTokens`; writes them to `output` if given. */
  function run(text: string, maxTokens: number, output?: number[]): number {
    let count = 0;
    let read = 0;
    let filled = 0;
    let slice = SLICE;
    do {
      const sliceEnd = endOfSlice(text, read + slice);
      reserve(filled + (sliceEnd - read) * 3 + PADDING, filled);
      const part = read === 0 && sliceEnd === text.length ? text : text.slice(read, sliceEnd);
      filled += textEncoder.encodeInto(part, filled === 0 ? bytes : bytes.subarray(filled)).written;
      read = sliceEnd;
      bytes[filled] = STOP;

      let position = 0;
      while (position < filled) {
        let end = scan(bytes, position, filled);
        if (end < 0) {
          if (read < text.length) break;
          end = ~end;
        }
        if (output === undefined) {
          count += countPiece(position, end);
          if (count > maxTokens) return count;
        } else {
          encodePiece(position, end, output);
        }
        position = end;
      }
      // What is not decided yet is read again with more behind it, with twice as much each time.
      bytes.copyWithin(0, position, filled);
      filled -= position;
      slice = Math.max(SLICE, filled);
    } while (read < text.length);
    return count;
  }

  function encode(text: string): number[] {
    const output: number[] = [];
    run(text, Infinity, output);
    return output;
  }

  return {
    encoding: vocabulary.encoding,
    encode,
    decode: (ids) => decodeTokens(vocabulary, ids),
    count: (text, maxTokens = Infinity) => run(text, maxTokens),
  };
}

/** The end of a slice that does not part the two halves of a character. */
function endOfSlice(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const isPair = isHigh(text.charCodeAt(wanted - 1)) && isLow(text.charCodeAt(wanted));
  return isPair ? wanted + 1 : wanted;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

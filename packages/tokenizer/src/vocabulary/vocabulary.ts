import { createTokenBytes } from './token-bytes.js';

/**
 * A vocabulary as `scripts/build-vocabularies.ts` writes it. Numbers are 3 characters of base64.
 */
export interface PackedVocabulary {
  encoding: string;
  /** Tokens, special ones not counted. */
  size: number;
  /** Checksum of the rank file that the vocabulary was made from. */
  sha256: string;
  /** Tokens that no text encodes to. */
  specialTokens: Record<string, number>;
  /** The byte of each of the first 256 tokens. */
  bytes: string;
  /** For each further token the two tokens that merge into it. */
  merges: string;
  /** Pairs of bytes, first * 256 + second; see `symbols.ts`. */
  brokenBoundaries: string;
}

/**
 * The tokens of an encoding. A token's number is also its rank: of two possible merges the one that
 * gives the smaller number comes first.
 */
export interface Vocabulary {
  encoding: string;
  size: number;
  /** The two tokens that merge into a token; itself twice for a token of one byte. */
  left: Int32Array;
  right: Int32Array;
  /** How many bytes each token has: 1 to 128. */
  lengths: Uint8Array;
  /**
   * The place in `bytes` where the bytes of a token begin; they are written when they are first
   * asked for.
   */
  startOf(token: number): number;
  /** The bytes of tokens; whole words can be read at any token. */
  bytes: Uint8Array;
  view: DataView;
  /** The token of each single byte. */
  byteTokens: Int32Array;
  /** 1 for each pair of bytes (first * 256 + second) that a broken token may pass through. */
  brokenBoundaries: Uint8Array;
  specialTokens: ReadonlyMap<number, string>;
}

/**
 * Unpacks a vocabulary. Reads only the numbers of the merges; most tokens never occur, so their
 * bytes are assembled on demand.
 */
export function unpackVocabulary(packed: PackedVocabulary): Vocabulary {
  const { encoding, size } = packed;
  const left = new Int32Array(size);
  const right = new Int32Array(size);
  const lengths = new Uint8Array(size);
  const byteTokens = new Int32Array(256);

  const singles = unpackNumbers(packed.bytes);
  for (let token = 0; token < 256; token++) {
    byteTokens[singles[token] as number] = token;
    left[token] = token;
    right[token] = token;
    lengths[token] = 1;
  }
  const merges = unpackNumbers(packed.merges);
  for (let token = 256, at = 0; token < size; token++, at += 2) {
    const first = merges[at] as number;
    const second = merges[at + 1] as number;
    left[token] = first;
    right[token] = second;
    lengths[token] = (lengths[first] as number) + (lengths[second] as number);
  }
  const { bytes, startOf } = createTokenBytes(singles, left, right, lengths);
  const brokenBoundaries = new Uint8Array(65_536);
  for (const pair of unpackNumbers(packed.brokenBoundaries)) brokenBoundaries[pair] = 1;
  const specialTokens = new Map(
    Object.entries(packed.specialTokens).map(([text, token]) => [token, text]),
  );
  return {
    encoding,
    size,
    left,
    right,
    lengths,
    startOf,
    bytes,
    view: new DataView(bytes.buffer),
    byteTokens,
    brokenBoundaries,
    specialTokens,
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Numbers of 18 bits from base64, three characters each. */
function unpackNumbers(text: string): Int32Array {
  const characters = new TextEncoder().encode(text);
  const digits = new Uint8Array(128);
  for (let value = 0; value < 64; value++) digits[ALPHABET.charCodeAt(value)] = value;
  const numbers = new Int32Array(text.length / 3);
  for (let index = 0, at = 0; index < numbers.length; index++, at += 3) {
    numbers[index] =
      ((digits[characters[at] as number] as number) << 12) |
      ((digits[characters[at + 1] as number] as number) << 6) |
      (digits[characters[at + 2] as number] as number);
  }
  return numbers;
}

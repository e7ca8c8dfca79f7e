/** A vocabulary as `scripts/build-vocabularies.ts` writes it. Numbers are 3 characters of base64. */
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
  /** The bytes of all tokens, one behind the other, with 8 spare bytes at the end. */
  bytes: Uint8Array;
  /** Where each token begins in `bytes`; one more at the end. */
  offsets: Int32Array;
  /** The two tokens that merge into a token; itself twice for a token of one byte. */
  left: Int32Array;
  right: Int32Array;
  /** The token of each single byte. */
  byteTokens: Int32Array;
  /** 1 for each pair of bytes (first * 256 + second) that a broken token may pass through. */
  brokenBoundaries: Uint8Array;
  specialTokens: ReadonlyMap<number, string>;
}

/** Bytes behind the last token, so that whole words can be read and written at any token. */
const PADDING = 8;
const MAX_TOKEN_BYTES_ON_AVERAGE = 8;

/** Reads a vocabulary back from its packed form. */
export function unpackVocabulary(packed: PackedVocabulary): Vocabulary {
  const { encoding, size } = packed;
  const left = new Int32Array(size);
  const right = new Int32Array(size);
  const offsets = new Int32Array(size + 1);
  const byteTokens = new Int32Array(256);
  const bytes = new Uint8Array(size * MAX_TOKEN_BYTES_ON_AVERAGE + PADDING);

  const readByte = numberReader(packed.bytes);
  for (let token = 0; token < 256; token++) {
    const byte = readByte(token);
    bytes[token] = byte;
    byteTokens[byte] = token;
    offsets[token] = token;
    left[token] = token;
    right[token] = token;
  }

  const readPart = numberReader(packed.merges);
  let end = 256;
  for (let token = 256; token < size; token++) {
    const first = readPart(2 * token - 512);
    const second = readPart(2 * token - 511);
    left[token] = first;
    right[token] = second;
    offsets[token] = end;
    const firstStart = offsets[first] as number;
    const firstEnd = offsets[first + 1] as number;
    for (let at = firstStart; at < firstEnd; at++) bytes[end++] = bytes[at] as number;
    const secondStart = offsets[second] as number;
    const secondEnd = offsets[second + 1] as number;
    for (let at = secondStart; at < secondEnd; at++) bytes[end++] = bytes[at] as number;
  }
  offsets[size] = end;

  const brokenBoundaries = new Uint8Array(65_536);
  const readPair = numberReader(packed.brokenBoundaries);
  for (let index = 0; index < packed.brokenBoundaries.length / 3; index++) {
    brokenBoundaries[readPair(index)] = 1;
  }
  return {
    encoding,
    size,
    bytes: bytes.subarray(0, end + PADDING),
    offsets,
    left,
    right,
    byteTokens,
    brokenBoundaries,
    specialTokens: new Map(
      Object.entries(packed.specialTokens).map(([text, token]) => [token, text]),
    ),
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Numbers of 18 bits from base64, three characters each. */
function numberReader(text: string): (index: number) => number {
  const characters = new TextEncoder().encode(text);
  const digits = new Uint8Array(128);
  for (let value = 0; value < 64; value++) digits[ALPHABET.charCodeAt(value)] = value;
  return (index) => {
    const at = index * 3;
    return (
      ((digits[characters[at] as number] as number) << 12) |
      ((digits[characters[at + 1] as number] as number) << 6) |
      (digits[characters[at + 2] as number] as number)
    );
  };
}

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
  const view = new DataView(bytes.buffer);

  const singles = unpackNumbers(packed.bytes);
  for (let token = 0; token < 256; token++) {
    const byte = singles[token] as number;
    bytes[token] = byte;
    byteTokens[byte] = token;
    offsets[token] = token;
    left[token] = token;
    right[token] = token;
  }

  const merges = unpackNumbers(packed.merges);
  let end = 256;
  for (let token = 256, index = 0; token < size; token++, index += 2) {
    const first = merges[index] as number;
    const second = merges[index + 1] as number;
    left[token] = first;
    right[token] = second;
    offsets[token] = end;
    const firstStart = offsets[first] as number;
    const secondStart = offsets[second] as number;
    const firstLength = (offsets[first + 1] as number) - firstStart;
    const secondLength = (offsets[second + 1] as number) - secondStart;
    // The merged token's own end is not known yet when it directly follows.
    offsets[token + 1] = end + firstLength + secondLength;
    for (let at = 0; at < firstLength; at += 4) {
      view.setInt32(end + at, view.getInt32(firstStart + at));
    }
    end += firstLength;
    for (let at = 0; at < secondLength; at += 4) {
      view.setInt32(end + at, view.getInt32(secondStart + at));
    }
    end += secondLength;
  }

  const brokenBoundaries = new Uint8Array(65_536);
  for (const pair of unpackNumbers(packed.brokenBoundaries)) brokenBoundaries[pair] = 1;
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

/** Numbers of 18 bits from base64, three characters each. */
function unpackNumbers(text: string): Int32Array {
  const digits = new Uint8Array(128);
  for (let value = 0; value < 64; value++) digits[ALPHABET.charCodeAt(value)] = value;
  const numbers = new Int32Array(text.length / 3);
  for (let index = 0, at = 0; index < numbers.length; index++, at += 3) {
    numbers[index] =
      ((digits[text.charCodeAt(at)] as number) << 12) |
      ((digits[text.charCodeAt(at + 1)] as number) << 6) |
      (digits[text.charCodeAt(at + 2)] as number);
  }
  return numbers;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

import type { Vocabulary } from '../vocabulary/vocabulary.js';

/**
 * The text of tokens. Bytes that are not valid UTF-8 together, and tokens that do not exist, become
 * U+FFFD.
 */
export function decodeTokens(vocabulary: Vocabulary, tokens: Iterable<number>): string {
  const { bytes, lengths, startOf, specialTokens, size } = vocabulary;
  const output: number[] = [];
  for (const token of tokens) {
    if (Number.isInteger(token) && token >= 0 && token < size) {
      const start = startOf(token);
      const end = start + (lengths[token] as number);
      for (let at = start; at < end; at++) output.push(bytes[at] as number);
    } else {
      for (const byte of textEncoder.encode(specialTokens.get(token) ?? '\ufffd')) {
        output.push(byte);
      }
    }
  }
  return textDecoder.decode(Uint8Array.from(output));
}

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

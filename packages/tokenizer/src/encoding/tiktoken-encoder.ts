import { ConfigError } from '@everlong/core';
import type * as Package from 'tiktoken';

import type { Encoder } from './encoder.js';
import { HARMONY_TOKENS } from './harmony-tokens.js';

/**
 * tiktoken merges a run without boundary in quadratic time and traps on long ones, so a run is cut
 * every 2,000 UTF-16 units: exact below, close to exact above.
 */
const MAX_RUN = 2000;
/** Text is handed over in slices, so that `count` can stop early. */
const SLICE = 16_384;

/**
 * An encoder over tiktoken's WebAssembly build. Rejects with `ConfigError` where the package
 * `tiktoken` is not installed: it is an optional peer dependency.
 */
export async function createTiktokenEncoder(encoding: string): Promise<Encoder> {
  const tiktoken = openEncoding(await loadPackage(encoding), encoding);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  function* slices(text: string): Generator<string> {
    let start = 0;
    let runStart = 0;
    for (let index = 1; index < text.length; index++) {
      if (isWordBoundary(text, index)) {
        if (index - start >= SLICE) {
          yield text.slice(start, index);
          start = index;
        }
        runStart = index;
      } else if (index - runStart >= MAX_RUN && !isLowSurrogate(text.charCodeAt(index))) {
        yield text.slice(start, index);
        start = index;
        runStart = index;
      }
    }
    yield text.slice(start);
  }

  function count(text: string, maxTokens = Infinity): number {
    let tokens = 0;
    for (const slice of slices(text)) {
      tokens += tiktoken.encode_ordinary(slice).length;
      if (tokens > maxTokens) break;
    }
    return tokens;
  }

  return {
    encoding,
    encode: (text) => {
      const tokens: number[] = [];
      for (const slice of slices(text)) {
        for (const token of tiktoken.encode_ordinary(slice)) tokens.push(token);
      }
      return tokens;
    },
    decode: (tokens) => decoder.decode(tiktoken.decode(Uint32Array.from(tokens))),
    count,
    countSettled: (text) => {
      const length = lastWordBoundary(text);
      return {
        tokens: count(text.slice(0, length)),
        length,
        openTokens: count(text.slice(length)),
      };
    },
  };
}

async function loadPackage(encoding: string): Promise<typeof Package> {
  try {
    return await import('tiktoken');
  } catch (cause) {
    throw new ConfigError(
      `The encoding "${encoding}" needs the package tiktoken, which cannot be loaded: ` +
        'npm install tiktoken.',
      cause,
    );
  }
}

function openEncoding({ get_encoding }: typeof Package, encoding: string): Package.Tiktoken {
  return encoding === 'o200k_harmony'
    ? get_encoding('o200k_base', HARMONY_TOKENS)
    : get_encoding(encoding as Package.TiktokenEncoding);
}

/** A boundary of every encoding: a space after something that is not white space. */
function isWordBoundary(text: string, index: number): boolean {
  return text.charCodeAt(index) === 0x20 && !isSpace(text.charCodeAt(index - 1));
}

/** The last word boundary, or 0. */
function lastWordBoundary(text: string): number {
  let index = text.length - 1;
  while (index > 0 && !isWordBoundary(text, index)) index--;
  return Math.max(0, index);
}

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0x85 || unit === 0xa0 || unit >= 0x1680;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

import { ConfigError } from '@everlong/core';

import { type CacheOptions, createBytePairEncoder } from './byte-pair-encoder.js';
import { type BytePairTables, createBytePairTables } from './byte-pair-tables.js';
import type { Encoder } from './encoder.js';
import { ENCODINGS, NATIVE_ENCODINGS, type NativeEncoding } from './encoding-names.js';
import { estimateWeights } from './estimate-weights.js';
import { HARMONY_TOKENS } from './harmony-tokens.js';
import type { TokenizerFamily } from '../models/model-info.js';
import { scanCl100k } from '../scanning/scan-cl100k.js';
import { scanO200k } from '../scanning/scan-o200k.js';

/** Creates encoders for encodings that this package does not implement. */
export type ForeignEncoders = (encoding: string) => Encoder | Promise<Encoder>;

/** The purpose for which an encoder is requested. */
export interface EncoderRequest {
  encoding: string;
  caches: CacheOptions;
  /** The family whose tokenizer the counts estimate; default `openai`: exact counts. */
  family?: TokenizerFamily;
}

/**
 * An encoder by the name of its encoding; `foreign` creates those that this package does not
 * implement. Encoders are synchronous and shared: one for each distinct request. Throws
 * `ConfigError` for an unknown name.
 */
export async function loadEncoder(
  request: EncoderRequest,
  foreign: ForeignEncoders,
): Promise<Encoder> {
  const { encoding } = request;
  const native = NATIVE_ENCODINGS.find((name) => name === encoding);
  if (native !== undefined) return loadNative(native, request);
  if (ENCODINGS.some((name) => name === encoding)) return foreign(encoding);
  throw new ConfigError(
    `The encoding "${encoding}" is not known. Use one of: ${ENCODINGS.join(', ')}.`,
  );
}

const encoders = new Map<string, Encoder>();

async function loadNative(
  encoding: NativeEncoding,
  { caches, family = 'openai' }: EncoderRequest,
): Promise<Encoder> {
  const tables = await loadTables(encoding);
  const key = [encoding, family, caches.pieces, caches.texts].join(' ');
  let encoder = encoders.get(key);
  if (encoder === undefined) {
    encoder = createBytePairEncoder(tables, caches, estimateWeights(family));
    encoders.set(key, encoder);
  }
  return encoder;
}

const loaded = new Map<NativeEncoding, Promise<BytePairTables>>();

/** The tables of an encoding, made once in a process. */
function loadTables(encoding: NativeEncoding): Promise<BytePairTables> {
  let tables = loaded.get(encoding);
  if (tables === undefined) {
    tables = makeTables[encoding]();
    loaded.set(encoding, tables);
  }
  return tables;
}

const makeTables: Record<NativeEncoding, () => Promise<BytePairTables>> = {
  o200k_base: async () => {
    const { O200K_BASE } = await import('../vocabulary/vocabulary-o200k-base.js');
    return createBytePairTables(O200K_BASE, scanO200k);
  },
  cl100k_base: async () => {
    const { CL100K_BASE } = await import('../vocabulary/vocabulary-cl100k-base.js');
    return createBytePairTables(CL100K_BASE, scanCl100k);
  },
  // The text tokens are the same; only the special ones differ.
  o200k_harmony: async () => {
    const tables = await loadTables('o200k_base');
    const specialTokens = new Map(
      Object.entries(HARMONY_TOKENS).map(([text, token]) => [token, text]),
    );
    return {
      ...tables,
      vocabulary: { ...tables.vocabulary, encoding: 'o200k_harmony', specialTokens },
    };
  },
};

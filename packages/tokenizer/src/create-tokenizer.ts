import { ConfigError } from '@everlong/core';
import {
  definedFields,
  type OptionNames,
  requireOptions,
  showValue,
} from '@everlong/core/internal';

import { buildTokenizer } from './build-tokenizer.js';
import type { CacheOptions } from './encoding/byte-pair-encoder.js';
import type { Encoder } from './encoding/encoder.js';
import { type ForeignEncoders, loadEncoder } from './encoding/load-encoder.js';
import { describeModel } from './models/model-registry.js';
import type { ModelTokenizer } from './model-tokenizer.js';

/** Options of a tokenizer: give either a model, which determines the encoding, or an encoding. */
export interface TokenizerOptions {
  /** A name that `describeModel` reads: `gpt-5`, `anthropic/claude-opus-4-5-20251101`… */
  model?: string;
  /** An encoding by name: `o200k_base`, `cl100k_base`… */
  encoding?: string;
  /**
   * Remembers counts, default true: those of pieces (2.6 MB at most) and of texts (4.5
   * MB at most), shared by all tokenizers of an encoding. The counts are the same without.
   */
  cache?: boolean | Partial<CacheOptions>;
}

const OPTIONS: OptionNames<TokenizerOptions> = { model: true, encoding: true, cache: true };
const CURES = { modelName: 'Use "model".', modelId: 'Use "model".', name: 'Use "model".' };

/**
 * A tokenizer for a model or an encoding. Loads the encoding's vocabulary once; everything after
 * that is synchronous. An unknown model gives a tokenizer with a `warning`. Rejects with
 * `ConfigError` for an unknown option or encoding, and for one that needs tiktoken where that is
 * not installed.
 */
export async function createTokenizer(options: TokenizerOptions): Promise<ModelTokenizer> {
  return createTokenizerWith(options, loadTiktoken);
}

/** `createTokenizer` with its own source of encodings that our engine does not have. */
export async function createTokenizerWith(
  options: TokenizerOptions,
  foreign: ForeignEncoders,
): Promise<ModelTokenizer> {
  requireOptions<TokenizerOptions>('createTokenizer', options, OPTIONS, CURES);
  const model = options.model === undefined ? undefined : describeModel(options.model);
  const encoding = options.encoding ?? model?.encoding;
  if (encoding === undefined) {
    throw new ConfigError('A tokenizer needs a `model` or an `encoding`.');
  }
  const caches = readCaches(options.cache);
  // An encoding requested by name is used as it is, whatever the model's own is.
  const family = options.encoding === undefined ? model?.family : undefined;
  const request = { encoding, caches, ...definedFields({ family }) };
  return buildTokenizer(await loadEncoder(request, foreign), family ?? 'openai', model);
}

function readCaches(cache: TokenizerOptions['cache'] = true): CacheOptions {
  if (typeof cache === 'boolean') return { pieces: cache, texts: cache };
  if (typeof cache === 'object' && cache !== null) {
    return { pieces: cache.pieces ?? true, texts: cache.texts ?? true };
  }
  throw new ConfigError(
    `cache of createTokenizer must be true, false or { pieces, texts }, not ${showValue(cache)}.`,
  );
}

/**
 * Uses this package's other entry, which exists only where packages are installed, not in a bundle.
 */
async function loadTiktoken(encoding: string): Promise<Encoder> {
  // Not a literal: bundlers would include tiktoken's WebAssembly for everyone.
  const entry = ['@everlong/tokenizer', 'tiktoken'].join('/');
  let loaded: { createTiktokenEncoder: ForeignEncoders };
  try {
    loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ entry)) as typeof loaded;
  } catch (cause) {
    throw new ConfigError(
      `The encoding "${encoding}" needs tiktoken, which is not part of this bundle. ` +
        'Import createTokenizer from "@everlong/tokenizer/tiktoken", and npm install tiktoken.',
      cause,
    );
  }
  return loaded.createTiktokenEncoder(encoding);
}

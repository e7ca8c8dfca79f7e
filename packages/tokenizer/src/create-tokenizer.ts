import { ConfigError } from '@everlong/core';

import { buildTokenizer } from './build-tokenizer.js';
import type { Encoder } from './encoder.js';
import { isEncodingName, NATIVE_ENCODINGS, TIKTOKEN_ENCODINGS } from './encoding-names.js';
import { describeModel } from './model-registry.js';
import type { TokenizerInstance } from './tokenizer-instance.js';

/** What to count for. A model decides about the encoding; give one of the two. */
export interface TokenizerOptions {
  /** A name that `describeModel` reads: `gpt-5`, `anthropic/claude-opus-4-5-20251101`… */
  model?: string;
  /** An encoding by name: `o200k_base`, `cl100k_base`… */
  encoding?: string;
}

/**
 * A tokenizer for a model or an encoding. Loads the encoding's vocabulary once; after that nothing
 * waits. An unknown model gives a tokenizer with a `warning`; an unknown encoding throws
 * `ConfigError`.
 */
export async function createTokenizer(options: TokenizerOptions): Promise<TokenizerInstance> {
  const model = options.model === undefined ? undefined : describeModel(options.model);
  const encoding = options.encoding ?? model?.encoding;
  if (encoding === undefined) {
    throw new ConfigError('A tokenizer needs a `model` or an `encoding`.');
  }
  return buildTokenizer(await loadEncoder(encoding), model);
}

async function loadEncoder(encoding: string): Promise<Encoder> {
  if (!isEncodingName(encoding)) {
    const known = [...NATIVE_ENCODINGS, ...TIKTOKEN_ENCODINGS].join(', ');
    throw new ConfigError(`The encoding "${encoding}" is not known. Use one of: ${known}.`);
  }
  const { createTiktokenEncoder } = await import('./tiktoken-encoder.js');
  return createTiktokenEncoder(encoding);
}

import { createTokenizerWith, type TokenizerOptions } from './create-tokenizer.js';
import { createTiktokenEncoder } from './encoding/tiktoken-encoder.js';
import type { ModelTokenizer } from './model-tokenizer.js';

export { createTiktokenEncoder };

/** `createTokenizer` of the main entry, with tiktoken for the encodings that need it. */
export async function createTokenizer(options: TokenizerOptions): Promise<ModelTokenizer> {
  return createTokenizerWith(options, createTiktokenEncoder);
}

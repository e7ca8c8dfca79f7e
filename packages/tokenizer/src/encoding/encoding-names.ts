/** Encodings that this package implements itself. */
export const NATIVE_ENCODINGS = ['o200k_base', 'cl100k_base', 'o200k_harmony'] as const;

/** Every encoding that `createTokenizer` knows; the others need tiktoken. */
export const ENCODINGS = [
  ...NATIVE_ENCODINGS,
  'p50k_base',
  'p50k_edit',
  'r50k_base',
  'gpt2',
] as const;

export type NativeEncoding = (typeof NATIVE_ENCODINGS)[number];
/** The name of a byte-pair encoding. */
export type EncodingName = (typeof ENCODINGS)[number];

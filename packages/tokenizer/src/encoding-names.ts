/** Encodings that the main entry counts with its own engine. */
export const NATIVE_ENCODINGS = ['o200k_base', 'cl100k_base'] as const;

/** Encodings that need `@everlong/tokenizer/tiktoken`. */
export const TIKTOKEN_ENCODINGS = [
  'o200k_harmony',
  'p50k_base',
  'p50k_edit',
  'r50k_base',
  'gpt2',
] as const;

/** Every encoding that `createTokenizer` knows. */
export type EncodingName = (typeof NATIVE_ENCODINGS)[number] | (typeof TIKTOKEN_ENCODINGS)[number];

/** Whether `name` is an encoding of either list. */
export function isEncodingName(name: string): name is EncodingName {
  return [...NATIVE_ENCODINGS, ...TIKTOKEN_ENCODINGS].some((known) => known === name);
}

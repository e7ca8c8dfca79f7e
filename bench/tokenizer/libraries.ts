/** A library under test, with one encoding loaded. */
export interface Library {
  count(text: string): number;
  /** Absent for libraries that estimate. */
  encode?(text: string): ArrayLike<number>;
}

export type Encoding = 'o200k_base' | 'cl100k_base';

/**
 * The libraries side by side, each told to take special tokens in a text as text, which most
 * refuse by default.
 */
export const LIBRARIES: Record<string, (encoding: Encoding) => Promise<Library>> = {
  everlong: async (encoding) => {
    const { createTokenizer } = await import('@everlong/tokenizer');
    return createTokenizer({ encoding });
  },
  'everlong, texts not cached': async (encoding) => {
    const { createTokenizer } = await import('@everlong/tokenizer');
    return createTokenizer({ encoding, cache: { texts: false } });
  },
  tiktoken: async (encoding) => {
    const { get_encoding } = await import('tiktoken');
    const tokenizer = get_encoding(encoding);
    const encode = (text: string) => tokenizer.encode_ordinary(text);
    return { encode, count: (text) => encode(text).length };
  },
  'js-tiktoken': async (encoding) => {
    const { Tiktoken } = await import('js-tiktoken/lite');
    const ranks =
      encoding === 'o200k_base'
        ? await import('js-tiktoken/ranks/o200k_base')
        : await import('js-tiktoken/ranks/cl100k_base');
    const tokenizer = new Tiktoken(ranks.default);
    const encode = (text: string) => tokenizer.encode(text, [], []);
    return { encode, count: (text) => encode(text).length };
  },
  'gpt-tokenizer': async (encoding) => {
    const tokenizer =
      encoding === 'o200k_base'
        ? await import('gpt-tokenizer/encoding/o200k_base')
        : await import('gpt-tokenizer/encoding/cl100k_base');
    const options = { disallowedSpecial: new Set<string>() };
    return {
      encode: (text) => tokenizer.encode(text, options),
      count: (text) => tokenizer.countTokens(text, options),
    };
  },
  'ai-tokenizer': async (encoding) => {
    const { Tokenizer } = await import('ai-tokenizer');
    const data =
      encoding === 'o200k_base'
        ? await import('ai-tokenizer/encoding/o200k_base')
        : await import('ai-tokenizer/encoding/cl100k_base');
    const tokenizer = new Tokenizer(data);
    const encode = (text: string) => tokenizer.encode(text, [], []);
    return { encode, count: (text) => encode(text).length };
  },
  tokenx: async () => {
    const { estimateTokenCount } = await import('tokenx');
    return { count: estimateTokenCount };
  },
};

/** Those that give the tokens of the encoding, not an estimate. */
export const EXACT_PEERS = ['tiktoken', 'js-tiktoken', 'gpt-tokenizer', 'ai-tokenizer'];
export const PEERS = [...EXACT_PEERS, 'tokenx'];

/** Which tokenizer a model has, as far as it is known. */
export type TokenizerFamily = 'openai' | 'claude' | 'claude-4.7' | 'gemini' | 'unknown';

/** How a provider counts an image: the rules are in `src/counting/image-tokens.ts`. */
export type ImageRule =
  | 'openai-tiles'
  | 'openai-patches'
  | 'anthropic'
  | 'anthropic-large'
  | 'gemini'
  | 'unknown';

/** US dollars per million tokens. A missing price is not published. */
export interface Prices {
  /** Price of uncached input. */
  input?: number;
  /** Price of answers, reasoning included. */
  output?: number;
  /** Price of input that is read from the cache. */
  cacheRead?: number;
  /** Price of the shortest cache lifetime on offer. */
  cacheWrite?: number;
  /** Price of an entry that lives for an hour. */
  cacheWriteHour?: number;
}

/** Facts about a model. */
export interface ModelInfo {
  /** The name in the registry. */
  name: string;
  /** `openai`, `anthropic`, `google`… or `unknown`. */
  provider: string;
  /** The context window: tokens of prompt and answer together. */
  contextWindow: number;
  /** Tokens that the prompt alone may have, where the provider limits it below the window. */
  maxInputTokens?: number;
  /** Tokens that an answer may have at most. */
  maxOutputTokens?: number;
  family: TokenizerFamily;
  /** The model's own encoding, or for a model without a public tokenizer its stand-in. */
  encoding: string;
  /** Set when the provider has not said that the encoding is the model's own. */
  encodingIsAssumed?: true;
  imageRule: ImageRule;
  /** In US dollars per million tokens. */
  prices: Prices;
  /** Prices of a request whose prompt has more than `aboveTokens` tokens. */
  longPrices?: Prices & { aboveTokens: number };
  /** How long a prompt cache entry lives when unused. */
  cacheLifetimeMs?: number;
  /** The day (ISO 8601) from which the provider's own API refuses the model, where one is known. */
  retiresOn?: string;
  /** Set when something about the model is assumed: say this to the user. */
  warning?: string;
}

/** The window in tokens that is assumed for an unknown model. */
export const UNKNOWN_CONTEXT_WINDOW = 128_000;

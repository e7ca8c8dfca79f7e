/** Entries exist only where a request set a breakpoint: Anthropic, and OpenAI's newer models. */
export interface BreakpointCacheRules {
  kind: 'breakpoints';
  /** The most in one request. */
  maxBreakpoints: number;
  /** How many blocks, its own included, a breakpoint searches backwards for an entry. */
  lookBackBlocks: number;
  /** A prefix with fewer tokens is neither written nor read. */
  minTokens: number;
  /** An entry expires after this time without use; each use restarts it. */
  idleMs: number;
  /**
   * The price of reading relative to uncached input; both factors are for models whose price list
   * omits them.
   */
  readFactor: number;
  /** The price of writing relative to uncached input. */
  writeFactor: number;
  sources: readonly string[];
}

/** The provider finds the longest prefix that it has seen, without breakpoints. */
export interface LongestPrefixCacheRules {
  kind: 'longest-prefix';
  /** A shorter prefix is not read. */
  minTokens: number;
  /** A hit is rounded down to a multiple of this. */
  stepTokens: number;
  /** A prefix expires after this time without use. */
  idleMs: number;
  /** False if the provider does not guarantee hits: costs are then a range. */
  guaranteed: boolean;
  sources: readonly string[];
}

/** How a provider's prompt cache decides what it serves. */
export type CacheRules = BreakpointCacheRules | LongestPrefixCacheRules;

/** The cache lifetime that a client requests; only Anthropic offers the hour. */
export type CacheLifetime = 'default' | '1h';

const MINUTE_MS = 60_000;

const ANTHROPIC_CACHING = 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching';
const OPENAI_CACHING = 'https://developers.openai.com/api/docs/guides/prompt-caching';
const GEMINI_CACHING = 'https://ai.google.dev/gemini-api/docs/caching';

/**
 * At most 4 breakpoints, each looks back 20 blocks; 5 minutes, refreshed by each hit; read 0.1,
 * write 1.25 of the input price (ANTHROPIC_CACHING, sections on breakpoints and pricing).
 */
const anthropic: Omit<BreakpointCacheRules, 'minTokens'> = {
  kind: 'breakpoints',
  maxBreakpoints: 4,
  lookBackBlocks: 20,
  idleMs: 5 * MINUTE_MS,
  readFactor: 0.1,
  writeFactor: 1.25,
  sources: [ANTHROPIC_CACHING],
};

/**
 * Shortest cacheable prompt by model, first match wins: the table "cache limitations" of
 * ANTHROPIC_CACHING; 1,024 for Opus 4.8 also in
 * https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-8. For Opus 4.7
 * documents differ (2,048 on the platform, 4,096 on Bedrock); the platform's number is used.
 */
const ANTHROPIC_MIN_TOKENS: readonly (readonly [RegExp, number])[] = [
  [/(opus|fable|mythos)-5(?!\d)/, 512],
  [/opus-4[-.]7/, 2048],
  [/opus-4[-.][56]|haiku-4[-.]5|mythos-preview/, 4096],
  [/haiku-3|3-haiku|3[-.]5-haiku/, 2048],
];
const ANTHROPIC_DEFAULT_MIN_TOKENS = 1024;

/**
 * GPT-5.5 and older: automatic from 1,024 tokens in steps of 128, no charge for writing, cleared
 * after 5 to 10 minutes without use (OPENAI_CACHING; the 5 to 10 minutes also in
 * https://learn.microsoft.com/azure/foundry/openai/how-to/prompt-caching). The shorter time is used.
 */
const openai: LongestPrefixCacheRules = {
  kind: 'longest-prefix',
  minTokens: 1024,
  stepTokens: 128,
  idleMs: 5 * MINUTE_MS,
  guaranteed: true,
  sources: [OPENAI_CACHING],
};

/**
 * GPT-5.6 and newer: one implicit breakpoint and up to three explicit ones, no limit on how far
 * back an entry is found, at least 30 minutes, write 1.25 (OPENAI_CACHING; breakpoints and lifetime
 * also in https://docs.rs/async-openai, `PromptCacheOptionsParam`).
 */
const openaiBreakpoints: BreakpointCacheRules = {
  kind: 'breakpoints',
  maxBreakpoints: 4,
  lookBackBlocks: Infinity,
  minTokens: 1024,
  idleMs: 30 * MINUTE_MS,
  readFactor: 0.1,
  writeFactor: 1.25,
  sources: [OPENAI_CACHING],
};

/**
 * Implicit caching of Gemini 2.5 and newer: "no cost saving guarantee"; at least 2,048 tokens for
 * 2.5, 4,096 since 3 (GEMINI_CACHING). Its lifetime is not published; 5 minutes is our assumption.
 */
const gemini: Omit<LongestPrefixCacheRules, 'minTokens'> = {
  kind: 'longest-prefix',
  stepTokens: 1,
  idleMs: 5 * MINUTE_MS,
  guaranteed: false,
  sources: [GEMINI_CACHING],
};

/** For providers that are not in this table: a typical prefix cache, without guarantee. */
const unknown: LongestPrefixCacheRules = { ...openai, guaranteed: false, sources: [] };

/** With `ttl: '1h'`: an hour, refreshed by each hit, write 2 (ANTHROPIC_CACHING, pricing). */
const ANTHROPIC_HOUR = { idleMs: 60 * MINUTE_MS, writeFactor: 2 };

/**
 * The rules for a model of the registry, by its provider and name. `lifetime` is what the client
 * asks for; where the provider offers no choice it changes nothing.
 */
export function findCacheRules(
  model: { provider: string; name: string; cacheLifetimeMs?: number },
  lifetime: CacheLifetime = 'default',
): CacheRules {
  const rules = familyRules(model.provider, model.name.toLowerCase());
  if (lifetime === '1h' && model.provider === 'anthropic' && rules.kind === 'breakpoints') {
    return { ...rules, ...ANTHROPIC_HOUR };
  }
  return model.cacheLifetimeMs === undefined ? rules : { ...rules, idleMs: model.cacheLifetimeMs };
}

function familyRules(provider: string, name: string): CacheRules {
  switch (provider) {
    case 'anthropic': {
      const known = ANTHROPIC_MIN_TOKENS.find(([pattern]) => pattern.test(name));
      return { ...anthropic, minTokens: known?.[1] ?? ANTHROPIC_DEFAULT_MIN_TOKENS };
    }
    case 'openai':
      return hasBreakpoints(name) ? openaiBreakpoints : openai;
    case 'google':
      return { ...gemini, minTokens: name.includes('2.5') ? 2048 : 4096 };
    default:
      return unknown;
  }
}

function hasBreakpoints(name: string): boolean {
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(name);
  if (version === null) return false;
  const major = Number(version[1]);
  return major > 5 || (major === 5 && Number(version[2] ?? 0) >= 6);
}

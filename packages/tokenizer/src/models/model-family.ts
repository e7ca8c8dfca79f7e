import type { ImageRule, ModelInfo, TokenizerFamily } from './model-info.js';

const MINUTE_MS = 60_000;

type Family = Pick<
  ModelInfo,
  'family' | 'encoding' | 'encodingIsAssumed' | 'imageRule' | 'cacheLifetimeMs'
>;

/**
 * Reads from a model's name how it counts: tokenizer family, encoding (or its stand-in),
 * image rule and the lifetime of its prompt cache. Sources:
 * - encodings: the model table of OpenAI's tiktoken (`gpt-3.5`, `gpt-4` cl100k, all later ones
 *   o200k; gpt-oss: o200k_harmony). It ends with GPT-5: for later ones o200k is assumed;
 * - Claude: Anthropic's token counting page names Opus 4.7 and later, Fable 5, Mythos 5 and
 *   Sonnet 5 as users of a newer tokenizer with about 30 % more tokens, its model pages the later
 *   ones;
 * - caches: 5 minutes (Anthropic), 5 to 10 minutes idle and 30 minutes for models that charge
 *   for writes (OpenAI); Gemini's implicit cache promises nothing.
 */
export function describeFamily(name: string, chargesForCacheWrites = false): Family {
  const family = familyOf(name);
  const described: Family = {
    family,
    encoding: encodingOf(name, family),
    imageRule: imageRuleOf(name, family),
  };
  if (family === 'openai') {
    described.cacheLifetimeMs = (chargesForCacheWrites ? 30 : 5) * MINUTE_MS;
    if (/^gpt-([6-9]|\d\d)/.test(name)) described.encodingIsAssumed = true;
  } else if (family !== 'gemini' && family !== 'unknown') {
    described.cacheLifetimeMs = 5 * MINUTE_MS;
  }
  return described;
}

function familyOf(name: string): TokenizerFamily {
  if (/^(gpt-|o\d|chatgpt|codex|chat-latest)/.test(name)) return 'openai';
  if (/^(gemini|gemma)/.test(name)) return 'gemini';
  if (!name.startsWith('claude')) return 'unknown';
  const isOlder = /^claude-(instant|v?[1-3]\b)|^claude-[a-z]+-(3|4(-[0-6]\b|-\d{8}|$))/.test(name);
  // The newer one also for names that are newer than this file: it counts more.
  return isOlder ? 'claude' : 'claude-4.7';
}

function encodingOf(name: string, family: TokenizerFamily): string {
  if (family !== 'openai') return 'o200k_base';
  if (name.startsWith('gpt-oss')) return 'o200k_harmony';
  return /^gpt-(3\.5|4$|4-)/.test(name) ? 'cl100k_base' : 'o200k_base';
}

function imageRuleOf(name: string, family: TokenizerFamily): ImageRule {
  switch (family) {
    case 'claude':
      return 'anthropic';
    case 'claude-4.7':
      return 'anthropic-large';
    case 'gemini':
      return 'gemini';
    case 'openai':
      return /^(gpt-4o|gpt-4$|gpt-4-|gpt-4\.1$|gpt-5$|o1|o3)/.test(name)
        ? 'openai-tiles'
        : 'openai-patches';
    case 'unknown':
      return 'unknown';
  }
}

import { ConfigError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import type { LanguageModel, ProviderMetadata } from 'ai';
import { findModel, nearestModel } from '@everlong/tokenizer';

const providerNames = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
type ProviderName = (typeof providerNames)[number];

/** A model written as `provider/name`; the name may hold slashes and colons of its own. */
export interface ModelChoice {
  provider: ProviderName;
  name: string;
  /** The base URL of the API, if not the provider's default. */
  baseUrl?: string;
}

/** A model object of the AI SDK; model names would go through its online gateway. */
export type ModelObject = Extract<LanguageModel, { specificationVersion: 'v4' }>;

const keyVariables = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
} as const;

/** For OpenAI-compatible servers that require a key. */
const compatibleKeyVariable = 'OPENAI_COMPATIBLE_API_KEY';

/**
 * Parses `provider/name`, or the name alone of a model in the registry. Throws `ConfigError` with
 * the known providers.
 */
export function parseModelName(text: string, baseUrl?: string): ModelChoice {
  const slash = text.indexOf('/');
  const given = text.slice(0, Math.max(slash, 0));
  const name = text.slice(slash + 1);
  const address = baseUrl === undefined ? {} : { baseUrl };
  if (slash < 0) {
    const known = providerNames.find((provider) => provider === findModel(name)?.provider);
    if (known !== undefined) return { provider: known, name, ...address };
  }
  if (slash < 0 || name === '') throw new ConfigError(noProviderText(text, name));
  const provider = providerNames.find((known) => known === given);
  if (provider === undefined) {
    throw new ConfigError(
      `There is no provider ${JSON.stringify(given)}.${suggestion(given, providerNames)} ` +
        `Providers: ${providerNames.join(', ')}. For any other server that speaks OpenAI's ` +
        `protocol write openai-compatible/${name} and pass --base-url.`,
    );
  }
  return { provider, name, ...address };
}

function noProviderText(text: string, name: string): string {
  const near = nearestModel(name);
  const example =
    near?.provider === undefined ? 'openai/gpt-6.1-sol' : `${near.provider}/${near.name}`;
  return (
    `The model ${JSON.stringify(text)} must be written as provider/name, for example ` +
    `${example}. Providers: ${providerNames.join(', ')}.`
  );
}

/**
 * Throws `ConfigError` for a model name that is likely a misspelling of a known one. A different
 * version number is not; an explicit window confirms any name.
 */
export function checkSpelling(
  { provider, name }: ModelChoice,
  { windowIsGiven = false }: { windowIsGiven?: boolean } = {},
): void {
  if (provider === 'openai-compatible' || windowIsGiven || findModel(name) !== undefined) return;
  const near = nearestModel(name);
  if (near === undefined) return;
  throw new ConfigError(
    `${provider} has no known model ${JSON.stringify(name)}. Did you mean "${near.name}"? ` +
      'If the name is right, pass --window with the size of its context window.',
  );
}

/**
 * The model, ready for `streamText`. Throws `ConfigError` naming the environment variable when the
 * provider's key is missing, or the option when a base URL is.
 */
export async function loadModel(
  { provider, name, baseUrl }: ModelChoice,
  environment: NodeJS.ProcessEnv,
): Promise<ModelObject> {
  const baseURL = baseUrl === undefined ? {} : { baseURL: checkUrl(baseUrl) };
  switch (provider) {
    case 'anthropic': {
      const apiKey = requireKey(provider, environment);
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey, ...baseURL })(name);
    }
    case 'openai': {
      const apiKey = requireKey(provider, environment);
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey, ...baseURL })(name);
    }
    case 'google': {
      const apiKey = requireKey(provider, environment);
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey, ...baseURL })(name);
    }
    case 'openai-compatible': {
      if (baseURL.baseURL === undefined) {
        throw new ConfigError(
          `openai-compatible/${name} needs the address of its server: pass --base-url, for example ` +
            'http://localhost:11434/v1 (Ollama), http://localhost:1234/v1 (LM Studio) or ' +
            'http://localhost:8000/v1 (vLLM).',
        );
      }
      const apiKey = readKey(compatibleKeyVariable, environment);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseURL.baseURL,
        includeUsage: true,
        ...(apiKey === undefined ? {} : { apiKey }),
      })(name);
    }
  }
}

/**
 * Options of each call: the session owns the history, so OpenAI must not store it; both providers
 * are asked to cache the prompt prefix.
 */
export function callOptions(sessionId: string): ProviderMetadata {
  return {
    anthropic: { cacheControl: { type: 'ephemeral' } },
    openai: { store: false, promptCacheKey: sessionId },
  };
}

function requireKey(provider: keyof typeof keyVariables, environment: NodeJS.ProcessEnv): string {
  const variable = keyVariables[provider];
  const key = readKey(variable, environment);
  if (key !== undefined) return key;
  throw new ConfigError(
    `There is no key for ${provider}: set ${variable}. Models on your own machine need none: ` +
      '--model openai-compatible/NAME --base-url http://localhost:11434/v1',
  );
}

/**
 * The key in a variable, without blanks around it. Throws `ConfigError` for what no header takes,
 * here and not at the call, whose error would quote the key.
 */
function readKey(variable: string, environment: NodeJS.ProcessEnv): string | undefined {
  const key = environment[variable]?.trim() ?? '';
  if (/[^!-~]/.test(key)) {
    throw new ConfigError(
      `${variable} holds a character that no key has, such as a blank, a line break or a curly ` +
        'quote. Copy the key again.',
    );
  }
  return key === '' ? undefined : key;
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new ConfigError(
    `The base URL ${JSON.stringify(text)} is not an http or https address. ` +
      'Write it as in http://localhost:11434/v1.',
  );
}

import { ConfigError } from './errors.js';
import { type LanguageModelUsage, toUsage, type Usage } from './usage.js';

type Count = number | null | undefined;

/** The usage object of Anthropic's API: the cached parts of a prompt are not in `input_tokens`. */
export interface AnthropicUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: Count;
  cache_creation_input_tokens?: Count;
}

/** The usage object of OpenAI's Responses API. */
export interface OpenAIResponsesUsage {
  input_tokens: number;
  output_tokens: number;
  input_tokens_details?: { cached_tokens?: Count } | null | undefined;
  output_tokens_details?: { reasoning_tokens?: Count } | null | undefined;
}

/** The usage object of OpenAI's Chat Completions API, and of those that follow it. */
export interface OpenAIChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens?: Count } | null | undefined;
  completion_tokens_details?: { reasoning_tokens?: Count } | null | undefined;
}

/** The usage of one call as any of these reports it. */
export type ReportedUsage =
  | LanguageModelUsage
  | Usage
  | AnthropicUsage
  | OpenAIResponsesUsage
  | OpenAIChatUsage;

/**
 * Reads what a provider's SDK or the AI SDK reports of one call; numbers that are missing or
 * impossible count as 0. Throws `ConfigError` for anything else, saying what was expected.
 */
export function parseUsage(reported: unknown): Usage {
  if (typeof reported === 'object' && reported !== null) {
    if ('prompt_tokens' in reported) return fromChat(reported as OpenAIChatUsage);
    if ('input_tokens' in reported) {
      return fromSnakeCase(reported as AnthropicUsage & OpenAIResponsesUsage);
    }
    if ('inputTokens' in reported || 'outputTokens' in reported) {
      return toUsage(reported as LanguageModelUsage);
    }
  }
  throw new ConfigError(
    `Cannot read ${describe(reported)} as the usage of a call. Hand in the AI SDK's usage ` +
      '({ inputTokens, outputTokens }), Anthropic’s or OpenAI’s ({ input_tokens, output_tokens } ' +
      'or { prompt_tokens, completion_tokens }).',
  );
}

function fromChat(usage: OpenAIChatUsage): Usage {
  return toUsage({
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? undefined,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? undefined,
  });
}

function fromSnakeCase(usage: AnthropicUsage & OpenAIResponsesUsage): Usage {
  const read = usage.cache_read_input_tokens ?? undefined;
  const write = usage.cache_creation_input_tokens ?? undefined;
  const besides = toUsage({ inputTokens: read, outputTokens: write });
  const { inputTokens } = toUsage({ inputTokens: usage.input_tokens });
  return toUsage({
    inputTokens: inputTokens + besides.inputTokens + besides.outputTokens,
    outputTokens: usage.output_tokens,
    inputTokenDetails: {
      cacheReadTokens: read ?? usage.input_tokens_details?.cached_tokens ?? undefined,
      cacheWriteTokens: write,
    },
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? undefined,
  });
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 80);
  const keys = Object.keys(value).slice(0, 8).join(', ');
  return keys === '' ? 'an empty object' : `an object with the keys ${keys.slice(0, 200)}`;
}

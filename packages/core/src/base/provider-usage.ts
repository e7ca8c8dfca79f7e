import { ConfigError } from './errors.js';
import { showValue } from './show-value.js';
import {
  addUsage,
  type LanguageModelUsage,
  toUsage,
  UNREPORTED_CALL,
  type Usage,
} from './usage.js';

type Count = number | null | undefined;

/** The usage object of Anthropic's API: the cached parts of a prompt are not in `input_tokens`. */
interface AnthropicUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: Count;
  cache_creation_input_tokens?: Count;
  /** What a summary of the API's own cost (`compaction`) is in no other number. */
  iterations?: readonly (AnthropicUsage & { type: string })[] | null | undefined;
}

/** The usage object of OpenAI's Responses API. */
interface OpenAIResponsesUsage {
  input_tokens: number;
  output_tokens: number;
  input_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined;
  output_tokens_details?: { reasoning_tokens?: Count } | null | undefined;
}

/** The usage object of OpenAI's Chat Completions API, and of those that follow it. */
interface OpenAIChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined;
  completion_tokens_details?: { reasoning_tokens?: Count } | null | undefined;
}

/** The `usageMetadata` of Gemini's API: thoughts are not in `candidatesTokenCount`. */
interface GeminiUsage {
  promptTokenCount?: Count;
  toolUsePromptTokenCount?: Count;
  candidatesTokenCount?: Count;
  thoughtsTokenCount?: Count;
  cachedContentTokenCount?: Count;
}

/** The `usage_metadata` of LangChain's messages: the cached parts are in `input_tokens`. */
interface LangChainUsage {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  input_token_details?: { cache_read?: Count; cache_creation?: Count } | undefined;
  output_token_details?: { reasoning?: Count } | undefined;
}

/** The usage object of AI SDK 4, and the `tokenUsage` of older LangChain models. */
interface AiSdk4Usage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * The usage of one call as any of these reports it; `unknown` for a call that was stopped before
 * its provider reported any.
 */
export type ReportedUsage =
  | 'unknown'
  | LanguageModelUsage
  | Usage
  | AnthropicUsage
  | OpenAIResponsesUsage
  | OpenAIChatUsage
  | GeminiUsage
  | LangChainUsage
  | AiSdk4Usage;

/**
 * Reads what a provider's SDK or the AI SDK reports of one call; numbers that are missing or
 * impossible count as 0, and one without any is an unreported call. Throws `ConfigError` for
 * anything else, saying what was expected.
 */
export function parseUsage(reported: unknown): Usage {
  if (reported === 'unknown') return UNREPORTED_CALL;
  if (typeof reported === 'object' && reported !== null) {
    if (!checkCounts(reported as Record<string, unknown>)) return UNREPORTED_CALL;
    if ('prompt_tokens' in reported) return fromChat(reported as OpenAIChatUsage);
    if ('promptTokens' in reported) {
      const { promptTokens, completionTokens } = reported as AiSdk4Usage;
      return toUsage({ inputTokens: promptTokens, outputTokens: completionTokens });
    }
    if ('promptTokenCount' in reported) return fromGemini(reported as GeminiUsage);
    if ('input_token_details' in reported || 'output_token_details' in reported) {
      return fromLangChain(reported as LangChainUsage);
    }
    if ('input_tokens' in reported) {
      const usage = reported as AnthropicUsage & OpenAIResponsesUsage;
      return compactionsOf(usage).map(fromSnakeCase).reduce(addUsage, fromSnakeCase(usage));
    }
    if ('inputTokens' in reported || 'outputTokens' in reported) {
      return toUsage(reported as LanguageModelUsage);
    }
  }
  throw new ConfigError(
    `Cannot read ${describe(reported)} as the usage of a call.${innerUsage(reported)} ` +
      "Pass the AI SDK's usage ({ inputTokens, outputTokens }), Anthropic’s, OpenAI’s or " +
      'LangChain’s ({ input_tokens, output_tokens } or { prompt_tokens, completion_tokens }) or ' +
      'Gemini’s ({ promptTokenCount }).',
  );
}

/** Counts of a call; `read` from the prompt cache and `written` to it are part of the input. */
interface Counts {
  input: number | undefined;
  output: number | undefined;
  read: Count;
  written: Count;
  reasoning: Count;
}

function usageFrom({ input, output, read, written, reasoning }: Counts): Usage {
  return toUsage({
    inputTokens: input,
    outputTokens: output,
    inputTokenDetails: {
      cacheReadTokens: read ?? undefined,
      cacheWriteTokens: written ?? undefined,
    },
    reasoningTokens: reasoning ?? undefined,
  });
}

function fromChat(usage: OpenAIChatUsage): Usage {
  return usageFrom({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    read: usage.prompt_tokens_details?.cached_tokens,
    written: usage.prompt_tokens_details?.cache_write_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens,
  });
}

/** https://platform.claude.com/docs/en/build-with-claude/compaction-threshold (an excerpt). */
function compactionsOf({ iterations }: AnthropicUsage): AnthropicUsage[] {
  return Array.isArray(iterations) ? iterations.filter(({ type }) => type === 'compaction') : [];
}

function fromSnakeCase(usage: AnthropicUsage & OpenAIResponsesUsage): Usage {
  const read = usage.cache_read_input_tokens ?? undefined;
  const write = usage.cache_creation_input_tokens ?? undefined;
  const besides = toUsage({ inputTokens: read, outputTokens: write });
  const { inputTokens } = toUsage({ inputTokens: usage.input_tokens });
  return usageFrom({
    input: inputTokens + besides.inputTokens + besides.outputTokens,
    output: usage.output_tokens,
    read: read ?? usage.input_tokens_details?.cached_tokens,
    written: write ?? usage.input_tokens_details?.cache_write_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
  });
}

function fromGemini(usage: GeminiUsage): Usage {
  const sum = (one: Count, other: Count): number => {
    const read = toUsage({ inputTokens: one ?? 0, outputTokens: other ?? 0 });
    return read.inputTokens + read.outputTokens;
  };
  return toUsage({
    inputTokens: sum(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    outputTokens: sum(usage.candidatesTokenCount, usage.thoughtsTokenCount),
    cachedInputTokens: usage.cachedContentTokenCount ?? undefined,
    reasoningTokens: usage.thoughtsTokenCount ?? undefined,
  });
}

function fromLangChain(usage: LangChainUsage): Usage {
  return usageFrom({
    input: usage.input_tokens,
    output: usage.output_tokens,
    read: usage.input_token_details?.cache_read,
    written: usage.input_token_details?.cache_creation,
    reasoning: usage.output_token_details?.reasoning,
  });
}

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'input_tokens',
  'output_tokens',
  'prompt_tokens',
  'completion_tokens',
  'promptTokens',
  'completionTokens',
  'promptTokenCount',
  'candidatesTokenCount',
];

/**
 * Tells whether there is a count where any belongs; `toUsage` reads one that is not a number as 0,
 * and the call would be recorded as free.
 */
function checkCounts(reported: Record<string, unknown>): boolean {
  const names = COUNTS.filter((name) => name in reported);
  const given = names.filter((name) => (reported[name] ?? undefined) !== undefined);
  for (const name of given) {
    const count = reported[name];
    if (typeof count === 'number') continue;
    throw new ConfigError(
      `"${name}" of a usage must be a number of tokens, not ${showValue(count)}. ` +
        'Pass the usage as the SDK reports it.',
    );
  }
  return names.length === 0 || given.length > 0;
}

/** A response holds the usage of its call. */
function innerUsage(reported: unknown): string {
  if (typeof reported !== 'object' || reported === null) return '';
  const name = ['usage', 'usageMetadata', 'usage_metadata', 'tokenUsage'].find(
    (each) => each in reported,
  );
  return name === undefined ? '' : ` It has a \`${name}\`: pass that.`;
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 80);
  const keys = Object.keys(value).slice(0, 8).join(', ');
  return keys === '' ? 'an empty object' : `an object with the keys ${keys.slice(0, 200)}`;
}

import { type AiSdkLanguageModel, ConfigError, type ProviderOptions } from '@everlong/core';
import { checkNumber, type OptionNames, requireOptions, showValue } from '@everlong/core/internal';

import type { Compactify } from './compactify.js';
import { DEFAULT_SUMMARY_PROMPT } from './summary-prompt.js';

/** A model that writes the summaries, or a function in place of one. */
export type SummarizerOptions = SummarizerSettings &
  (
    | {
        /**
         * Any language model of AI SDK 6 or 7, but not one wrapped by a session's middleware. If it
         * is the session's own model, summaries are requested at the end of the session's request,
         * which the provider then reads from its prompt cache.
         */
        model: AiSdkLanguageModel;
        /** Passed to every call. To use the prompt cache, give those of the session's own calls. */
        providerOptions?: ProviderOptions;
        compactify?: undefined;
      }
    | {
        /** Writes the summaries; its answers are checked like a model's. */
        compactify: Compactify;
        model?: undefined;
        providerOptions?: undefined;
      }
  );

/** The limits of a summarizer, and what it asks for. */
export interface SummarizerSettings {
  /** The time limit for one snapshot in milliseconds, all calls together. Default 60,000. */
  timeoutMs?: number;
  /** Replaces the default instructions; the format of the answer is always requested. */
  summaryPrompt?: string;
  /**
   * The model's context window in tokens; the input of a call takes at most half. Default 64,000.
   */
  contextWindow?: number;
  /** The maximum number of calls for one snapshot, including failed ones. Default 4. */
  maxCalls?: number;
  /**
   * The model is asked only about ranges of at least this many tokens; code alone summarizes
   * smaller ones, and the model's earlier lines stay. Default 0: always.
   */
  minInputTokens?: number;
}

const OPTIONS: OptionNames<SummarizerOptions> = {
  model: true,
  providerOptions: true,
  compactify: true,
  timeoutMs: true,
  summaryPrompt: true,
  contextWindow: true,
  maxCalls: true,
  minInputTokens: true,
};

/** The settings with their defaults; throws `ConfigError` for one that cannot be used. */
export function readSettings(options: SummarizerOptions): Required<SummarizerSettings> {
  requireOptions<SummarizerOptions>('createSummarizer', options, OPTIONS);
  checkModel(options.model);
  const { timeoutMs = 60_000, summaryPrompt = DEFAULT_SUMMARY_PROMPT } = options;
  const { contextWindow = 64_000, maxCalls = 4, minInputTokens = 0 } = options;
  if (typeof summaryPrompt !== 'string') {
    throw new ConfigError(
      `summaryPrompt of createSummarizer must be a string, not ${showValue(summaryPrompt)}.`,
    );
  }
  checkNumber('timeoutMs of createSummarizer', timeoutMs, 0);
  checkNumber('contextWindow of createSummarizer', contextWindow, 1);
  checkNumber('maxCalls of createSummarizer', maxCalls, 1);
  checkNumber('minInputTokens of createSummarizer', minInputTokens, 0);
  return { timeoutMs, summaryPrompt, contextWindow, maxCalls, minInputTokens };
}

function checkModel(model: unknown): void {
  if (model === undefined || (typeof model === 'string' && model !== '')) return;
  const { provider, modelId, doGenerate } = (model ?? {}) as Record<string, unknown>;
  const isNamed = typeof provider === 'string' && typeof modelId === 'string';
  if (isNamed && typeof doGenerate === 'function') return;
  throw new ConfigError(
    `model of createSummarizer must be a language model of the AI SDK, not ${showValue(model)}. ` +
      "Give one such as openai('gpt-5-mini'), or its id for the AI SDK's gateway.",
  );
}

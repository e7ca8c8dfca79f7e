import { type ProviderOptions, SummarizationError, toUsage, type Usage } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import type * as Sdk from 'ai';

import { wholeLines } from '../reading/quote.js';
import { schemaOnlyTools } from './schema-only-tools.js';

export interface AskModelOptions {
  model: Sdk.LanguageModel;
  instructions: string | Sdk.SystemModelMessage;
  /** The messages that stand before the prompt. */
  before?: readonly Sdk.ModelMessage[];
  /** Tools that the model is told of; none of them is ever run. */
  tools?: unknown;
  prompt: string;
  /** As for `generateText`. */
  providerOptions?: ProviderOptions | undefined;
  /** Aborted when the time is up or the caller gives up. */
  signal: AbortSignal;
}

export interface Answer {
  text: string;
  usage: Usage;
}

/**
 * One call of `generateText` that ends in one user message. Rejects as soon as the signal is aborted, also
 * when the model never answers; what the model then still does is ignored. An answer that reached
 * the model's limit comes without its last line.
 */
export async function askModel(options: AskModelOptions): Promise<Answer> {
  const { model, instructions, before = [], prompt, providerOptions, signal } = options;
  signal.throwIfAborted();
  const { generateText, jsonSchema } = await loadSdk();
  const tools = schemaOnlyTools(options.tools, jsonSchema);
  const call = generateText({
    model,
    instructions,
    // AI SDK 6 knows the instructions by this name.
    system: instructions,
    // Halves of surrogate pairs are escapes in JSON that providers refuse.
    messages: [...before, { role: 'user', content: prompt.toWellFormed() }],
    ...(tools === undefined ? {} : { tools }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    maxRetries: 1,
    abortSignal: signal,
  });
  const { text, usage, finishReason } = await untilAborted(call, signal);
  const isWhole = finishReason !== 'length';
  return { text: isWhole ? text : wholeLines(text), usage: toUsage(usage) };
}

async function loadSdk(): Promise<typeof Sdk> {
  try {
    return await import('ai');
  } catch (error) {
    throw new SummarizationError(
      'A summary by a model needs the package "ai", which cannot be loaded. Install ai 6 or 7.',
      error,
    );
  }
}

import {
  type AiSdkLanguageModel,
  type ProviderOptions,
  SummarizationError,
  toUsage,
  type Usage,
} from '@everlong/core';
import { definedFields, untilAborted } from '@everlong/core/internal';
import type * as Sdk from 'ai';

import { schemaOnlyTools } from './schema-only-tools.js';

export interface AskModelOptions {
  model: AiSdkLanguageModel;
  instructions: string | Sdk.SystemModelMessage;
  /** The messages before the prompt. */
  before?: readonly Sdk.ModelMessage[];
  /** Tools that the request lists; none of them is ever run. */
  tools?: unknown;
  prompt: string;
  /** As for `generateText`. */
  providerOptions?: ProviderOptions | undefined;
  /** Aborted at the time limit or by the caller. */
  signal: AbortSignal;
}

export interface Answer {
  text: string;
  usage: Usage;
}

/**
 * Calls `generateText` once, with the prompt as the last user message. Rejects as soon as the
 * signal is aborted, even if the model never answers. Returns an answer that reached the model's
 * limit without its last line.
 */
export async function askModel(options: AskModelOptions): Promise<Answer> {
  const { model, instructions, before = [], prompt, providerOptions, signal } = options;
  signal.throwIfAborted();
  const { generateText, jsonSchema } = await loadSdk();
  const tools = schemaOnlyTools(options.tools, jsonSchema);
  const call = generateText({
    model: model as Sdk.LanguageModel,
    instructions,
    // The name of the instructions in AI SDK 6.
    system: instructions,
    // Providers refuse JSON with escapes of half surrogate pairs.
    messages: [...before, { role: 'user', content: prompt.toWellFormed() }],
    ...definedFields({ tools, providerOptions }),
    maxRetries: 1,
    abortSignal: signal,
  });
  const { text, usage, finishReason } = await untilAborted(call, signal);
  const isWhole = finishReason !== 'length';
  return { text: isWhole ? text : wholeLines(text), usage: toUsage(usage) };
}

/** The AI SDK; rejects with `SummarizationError` where it is not installed. */
export async function loadSdk(): Promise<typeof Sdk> {
  try {
    return await import('ai');
  } catch (error) {
    throw new SummarizationError(
      'A summary by a model needs the package "ai", which cannot be loaded. Install ai 6 or 7.',
      error,
    );
  }
}

/** A cut text without its last, incomplete line, unless it has only one. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}

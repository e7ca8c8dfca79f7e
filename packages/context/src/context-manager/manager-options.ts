import { ConfigError, type Tokenizer } from '@everlong/core';
import {
  checkMethods,
  checkOptions,
  checkString,
  type OptionNames,
  showValue,
} from '@everlong/core/internal';
import type { SummarizerOptions } from '@everlong/summarizer';

import { checkTokenizer } from '../config/check-parts.js';
import type { ManagedMessage } from './managed-message.js';
import type { ManagerNumbers } from './manager-limits.js';
import type { EstimateTokens } from './message-counter.js';

/** Options of `createContextManager`, all optional. */
export interface ContextManagerOptions extends Partial<ManagerNumbers> {
  /**
   * The name of the model that is called. One that binds its thinking to what stood before it gets
   * back only what was made since the last summary. Not named, the tool loop in progress keeps its
   * thinking, which models that bind none may want.
   */
  model?: string;
  /**
   * Any language model of AI SDK 6 or 7. Without it summaries are made of quotes and exact values.
   */
  summaryModel?: SummarizerOptions['model'];
  /** Replaces the instructions that ask `summaryModel` for a summary. */
  summaryPrompt?: string;
  /** Replaces the summarizer: takes a list, gives the compacted one, or a summary as text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a list of whichever messages it was written for
  compactify?: (messages: any[]) => Promise<ManagedMessage[] | string>;
  /**
   * Called with the reason why `summaryModel` or `compactify` made no summary; then the summary is
   * made of quotes and exact values. `getState().summaryError` says it too.
   */
  onError?: (error: unknown) => void;
  /** Default: four characters a token. */
  estimateTokens?: EstimateTokens;
  /** Counts instead of `estimateTokens`. */
  tokenizer?: Tokenizer;
}

const OPTIONS: OptionNames<ContextManagerOptions> = {
  model: true,
  maxTokens: true,
  softThreshold: true,
  hardThreshold: true,
  responseReserve: true,
  minRecentMessages: true,
  summaryModel: true,
  summaryPrompt: true,
  compactify: true,
  onError: true,
  estimateTokens: true,
  tokenizer: true,
};

/** Throws `ConfigError` for an option that `createContextManager` does not have, or cannot use. */
export function checkManagerOptions(options: ContextManagerOptions): void {
  checkOptions('createContextManager', options, OPTIONS);
  const { model, summaryModel, summaryPrompt, tokenizer } = options;
  if (model !== undefined) checkString('The model of createContextManager', model);
  for (const name of ['estimateTokens', 'compactify', 'onError'] as const) {
    const given: unknown = options[name];
    if (given === undefined || typeof given === 'function') continue;
    throw new ConfigError(
      `${name} of createContextManager must be a function, not ${showValue(given)}.`,
    );
  }
  if (summaryPrompt !== undefined && typeof summaryPrompt !== 'string') {
    throw new ConfigError(
      `summaryPrompt of createContextManager must be a string, not ${showValue(summaryPrompt)}.`,
    );
  }
  if (summaryModel !== undefined && typeof summaryModel !== 'string') {
    const cure = "Pass a model of the AI SDK, such as anthropic('claude-haiku-4-5').";
    checkMethods('The summaryModel of createContextManager', summaryModel, ['doGenerate'], cure);
  }
  checkTokenizer('createContextManager', tokenizer);
}

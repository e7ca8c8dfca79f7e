import type { Usage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { type Fields, numberOf } from '../json/json-fields.js';

/** Token counts of a call with the prompt in parts, as Anthropic and most logs report it. */
export interface ReportedUsage {
  /** Prompt tokens that were neither read from a cache nor written to it. */
  input: unknown;
  output: unknown;
  cacheRead?: unknown;
  cacheWrite?: unknown;
  reasoning?: unknown;
}

/** The usage whose `inputTokens` is the whole prompt; counts that are not numbers are absent. */
export function usageFromParts(reported: ReportedUsage): Usage {
  const cacheReadTokens = numberOf(reported.cacheRead);
  const cacheWriteTokens = numberOf(reported.cacheWrite);
  const reasoningTokens = numberOf(reported.reasoning);
  const input = numberOf(reported.input) ?? 0;
  return {
    inputTokens: input + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: numberOf(reported.output) ?? 0,
    ...definedFields({ cacheReadTokens, cacheWriteTokens, reasoningTokens }),
  };
}

/** Usage as the Anthropic API reports it. */
export function anthropicUsage(usage: Fields): Usage {
  return usageFromParts({
    input: usage['input_tokens'],
    output: usage['output_tokens'],
    cacheRead: usage['cache_read_input_tokens'],
    cacheWrite: usage['cache_creation_input_tokens'],
  });
}

import type { Usage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

/** What one call was billed, for displays: they go by the names of `ai` 6 and of `ai` 7. */
export interface ShownUsage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
}

export function shownUsage({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  reasoningTokens,
}: Usage): ShownUsage {
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...definedFields({ cachedInputTokens: cacheReadTokens, reasoningTokens }),
  };
}

import { parseUsage, type Usage } from '@everlong/core';

import type { ProviderUsage } from './provider-model.js';

/** What a provider billed for a call, as a session books it; `undefined` if it did not say. */
export function usageOf({ inputTokens, outputTokens }: ProviderUsage): Usage | undefined {
  const usage = parseUsage({
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    inputTokenDetails: {
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    outputTokenDetails: { reasoningTokens: outputTokens.reasoning },
  });
  return usage.unreportedCalls === undefined ? usage : undefined;
}

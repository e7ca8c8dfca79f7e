import { toUsage, type Usage } from '@everlong/core';

import type { ProviderUsage } from './provider-model.js';

/** What a provider billed for a call, as a session books it. */
export function usageOf({ inputTokens, outputTokens }: ProviderUsage): Usage {
  return toUsage({
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    inputTokenDetails: {
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    outputTokenDetails: { reasoningTokens: outputTokens.reasoning },
  });
}

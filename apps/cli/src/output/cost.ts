import type { Usage } from '@everlong/core';

/** Prices in US dollars per million tokens. */
interface Prices {
  input?: number;
  output?: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** The cost of the tokens in US dollars; `undefined` if a price is unknown. */
export function costOf(usage: Usage | undefined, prices: Prices | undefined): number | undefined {
  const { input, output, cacheRead = input, cacheWrite = input } = prices ?? {};
  if (usage === undefined || input === undefined || output === undefined) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const uncached = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const cached = cacheReadTokens * (cacheRead ?? input) + cacheWriteTokens * (cacheWrite ?? input);
  return (uncached * input + cached + outputTokens * output) / 1_000_000;
}

export function formatCost(dollars: number): string {
  return `$${dollars.toFixed(4)}`;
}

import type { Usage } from '@everlong/core';

import type { ServerState } from './server-state.js';
import type { Tenant } from './tenants.js';

/** Tokens billed in a period. */
export interface UsageTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** The number of reports. */
  calls: number;
}

interface UsageDay extends UsageTotals {
  date: string;
}

/** The tokens that tenants were billed, as their clients reported. */
export interface TokenUsage {
  book(tenant: string, usage: Usage): Promise<void>;
  /** The days (UTC) with reports from `from` to `through`, both included, ascending. */
  days(tenant: string, from: string, through: string): Promise<UsageDay[]>;
  /** Tokens left of this month's budget; `undefined` for a tenant without one. */
  left(tenant: Tenant): Promise<number | undefined>;
}

export function createTokenUsage(state: ServerState): TokenUsage {
  const today = (): string => new Date().toISOString().slice(0, 10);

  async function days(tenant: string, from: string, through: string): Promise<UsageDay[]> {
    const kept = await state.list<UsageTotals>({ kind: 'usage', tenant });
    return kept
      .filter(({ id }) => id >= from && id <= through)
      .map(({ id, value }) => ({ date: id, ...value }));
  }

  return {
    days,
    async book(tenant, usage) {
      const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
      const added = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, calls: 1 };
      await state.update<UsageTotals>({ tenant, kind: 'usage', id: today() }, (old) =>
        old === undefined ? added : sum(old, added),
      );
    },
    async left({ id, tokensPerMonth }) {
      if (tokensPerMonth === undefined) return undefined;
      const month = today().slice(0, 7);
      const booked = await days(id, `${month}-01`, `${month}-31`);
      const used = booked.reduce((total, day) => total + day.inputTokens + day.outputTokens, 0);
      return Math.max(0, tokensPerMonth - used);
    },
  };
}

export function sum(left: UsageTotals, right: UsageTotals): UsageTotals {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    calls: left.calls + right.calls,
  };
}

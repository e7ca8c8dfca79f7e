import type { ContextState, Usage } from '@everlong/core';

import type { ServerState } from './server-state.js';
import type { Tenant } from './tenants.js';

/** Tokens billed in a period. */
export interface UsageTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** The number of calls. */
  calls: number;
  /** Tokens among the others that no provider reported: the server's own count of stopped calls. */
  estimatedTokens?: number;
}

interface UsageDay extends UsageTotals {
  date: string;
}

/** The tokens of a call, as the server counts them where the provider reports none. */
export interface TokenEstimate {
  inputTokens: number;
  outputTokens: number;
}

/** The tokens that tenants were billed, as providers reported, or estimated where none did. */
export interface TokenUsage {
  /** Books one call; without a report from its provider, the estimate. */
  book(tenant: string, usage: Usage, estimate: TokenEstimate): Promise<void>;
  /** The days (UTC) with reports from `from` to `through`, both included, ascending. */
  days(tenant: string, from: string, through: string): Promise<UsageDay[]>;
  /** Tokens left of this month's budget; `undefined` for a tenant without one. */
  left(tenant: Tenant): Promise<number | undefined>;
  /**
   * Reserves tokens of what is left, until the function that it gives is called. Whoever is alone
   * gets what is left, even if that is less.
   */
  reserve(tenant: Tenant, tokens: number): Promise<(() => void) | 'spent' | 'reserved'>;
}

export function createTokenUsage(state: ServerState): TokenUsage {
  /** By tenant; one process books. */
  const reserved = new Map<string, number>();
  const today = (): string => new Date().toISOString().slice(0, 10);

  async function days(tenant: string, from: string, through: string): Promise<UsageDay[]> {
    const kept = await state.list<UsageTotals>({ kind: 'usage', tenant });
    return kept
      .filter(({ id }) => id >= from && id <= through)
      .map(({ id, value }) => ({ date: id, ...value }));
  }

  async function left({ id, tokensPerMonth }: Tenant): Promise<number | undefined> {
    if (tokensPerMonth === undefined) return undefined;
    const month = today().slice(0, 7);
    const booked = await days(id, `${month}-01`, `${month}-31`);
    const used = booked.reduce((total, day) => total + day.inputTokens + day.outputTokens, 0);
    return Math.max(0, tokensPerMonth - used);
  }

  return {
    days,
    left,
    async reserve(tenant, tokens) {
      const free = (await left(tenant)) ?? Infinity;
      const others = reserved.get(tenant.id) ?? 0;
      if (free === 0) return 'spent';
      if (others > 0 && free - others < tokens) return 'reserved';
      reserved.set(tenant.id, others + tokens);
      let mine = tokens;
      return () => {
        reserved.set(tenant.id, (reserved.get(tenant.id) ?? 0) - mine);
        mine = 0;
      };
    },
    async book(tenant, usage, estimate) {
      const { cacheReadTokens = 0, cacheWriteTokens = 0, unreportedCalls } = usage;
      const isEstimate = unreportedCalls !== undefined;
      const { inputTokens, outputTokens } = isEstimate ? estimate : usage;
      // Whole tokens: a provider may report others.
      const billed = {
        inputTokens: Math.ceil(inputTokens),
        outputTokens: Math.ceil(outputTokens),
        cacheReadTokens: Math.ceil(cacheReadTokens),
        cacheWriteTokens: Math.ceil(cacheWriteTokens),
        calls: 1,
      };
      const estimatedTokens = billed.inputTokens + billed.outputTokens;
      const added: UsageTotals = isEstimate ? { ...billed, estimatedTokens } : billed;
      await state.update<UsageTotals>({ tenant, kind: 'usage', id: today() }, (old) =>
        old === undefined ? added : sum(old, added),
      );
    },
  };
}

/**
 * Estimates the least cost of a call from the gauge of its request and the gauge once the kept part
 * of the answer is in it.
 */
export function estimateTokens(request: ContextState, after: ContextState): TokenEstimate {
  const inputTokens = tokensIn(request);
  return { inputTokens, outputTokens: Math.max(0, tokensIn(after) - inputTokens) };
}

function tokensIn({ providerTokens, used }: ContextState): number {
  return providerTokens ?? used.total;
}

export function sum(left: UsageTotals, right: UsageTotals): UsageTotals {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    calls: left.calls + right.calls,
    estimatedTokens: (left.estimatedTokens ?? 0) + (right.estimatedTokens ?? 0),
  };
}

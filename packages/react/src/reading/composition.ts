import type { ContextState } from '@everlong/core';

import { isAmount } from './gauge.js';

/** What fills a window, in the order in which it is sent; then what is free. */
export type ContextPart =
  | 'instructions'
  | 'tools'
  | 'summary'
  | 'memory'
  | 'messages'
  | 'other'
  | 'free'
  | 'reserve';

/** One part of the window. */
export interface PartTokens {
  part: ContextPart;
  tokens: number;
  /** Of all that is drawn: 0 to 1; the shares of a composition sum to at most 1. */
  share: number;
}

const SENT = ['instructions', 'tools', 'summary', 'memory', 'messages'] as const;

/**
 * The window by part, empty ones left out. `other`: what the total holds and no part accounts for;
 * `free`: what a request may still take; `reserve`: kept for the answer. Empty for a state whose
 * numbers are unusable.
 */
export function readComposition(state: ContextState | null | undefined): PartTokens[] {
  const { used, window, inputBudget } = state ?? ({} as Partial<ContextState>);
  if (used === undefined || !isAmount(used.total) || !isAmount(inputBudget)) return [];
  const sent = SENT.map((part) => ({ part, tokens: amountOf(used[part]) }));
  const known = sent.reduce((sum, { tokens }) => sum + tokens, 0);
  const parts: { part: ContextPart; tokens: number }[] = [
    ...sent,
    { part: 'other', tokens: Math.max(0, used.total - known) },
    { part: 'free', tokens: Math.max(0, inputBudget - used.total) },
    { part: 'reserve', tokens: Math.max(0, amountOf(window) - Math.max(inputBudget, used.total)) },
  ];
  const whole = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return parts
    .filter(({ tokens }) => tokens > 0)
    .map(({ part, tokens }) => ({ part, tokens, share: tokens / whole }));
}

function amountOf(value: unknown): number {
  return isAmount(value) ? value : 0;
}

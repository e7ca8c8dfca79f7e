import type { ContextState } from '@everlong/core';

import { isAmount } from './gauge.js';

/** The parts of a window in the order in which they are sent, then what is free. */
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
  /** The share of the whole composition, 0 to 1. */
  share: number;
}

const SENT = ['instructions', 'tools', 'summary', 'memory', 'messages'] as const;

/**
 * The window by part, without empty parts. `other`: tokens of the total that no part accounts for;
 * `free`: what a request may still use; `reserve`: kept for the answer. Empty for a state with
 * unusable numbers.
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

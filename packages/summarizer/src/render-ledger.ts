import type { LedgerItem } from '@everlong/core';

import { extractValues } from './extract-values.js';

export interface RenderLedgerOptions {
  /** The lines together take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Values that stand in this text need no line. */
  visibleText?: string;
}

export interface RenderedLedger {
  lines: string[];
  /** How many values found no room; those that are visible anyway are not counted. */
  left: number;
}

/** Words of its cue that a line shows. */
const SHOWN_WORDS = 2;

/**
 * The best values as lines `- value · cue · #entry`, best first, as many as fit. Values with the
 * same cue that were last seen in the same entry share a line. The ledger must be in rank order.
 */
export function renderLedger(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '' }: RenderLedgerOptions,
): RenderedLedger {
  const visible = new Set(extractValues(visibleText).map(({ value }) => value));
  const lines: string[] = [];
  let left = 0;
  let tokens = 0;
  for (const item of ledger) {
    if (visible.has(item.value)) continue;
    const line = ledgerLine(item);
    const cost = count(line) + 1;
    if (tokens + cost > maxTokens) {
      left++;
      continue;
    }
    tokens += cost;
    lines.push(line);
  }
  return { lines, left };
}

function ledgerLine({ value, cue, lastSeq }: LedgerItem): string {
  const words = cue.split(' ').slice(0, SHOWN_WORDS).join(' ');
  return words === '' ? `- ${value} · #${lastSeq}` : `- ${value} · ${words} · #${lastSeq}`;
}

import type { LedgerItem } from '@everlong/core';

import { oneLine } from '../reading/shorten.js';
import { holdsValue } from '../values/holds-value.js';
import { rankLedger } from './ledger.js';

/** The room of values, and what need not be said again. */
export interface RenderLedgerOptions {
  /** All lines together take at most so much. */
  maxTokens: number;
  /** Counts tokens. */
  count(text: string): number;
  /** Values that it holds are not repeated. */
  visibleText?: string;
}

/** The lines of a ledger's values. */
export interface RenderedLedger {
  /** Each has one value with the words it stood with, the most important first. */
  lines: string[];
  /** How many values are left out. */
  left: number;
}

/** After so many values in a row without room the rest are not counted. */
const MAX_MISSES = 16;

/** The values of a ledger, each with the words it stood with and its entry, as many as fit. */
export function renderLedger(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '' }: RenderLedgerOptions,
): RenderedLedger {
  const lines: string[] = [];
  const shown = [visibleText];
  let room = maxTokens;
  let left = 0;
  let misses = 0;
  for (const { value, cue, lastSeq } of rankLedger(ledger)) {
    if (shown.some((text) => holdsValue(text, value))) continue;
    const line = `- "${oneLine(cue)}" (#${lastSeq})`;
    const tokens = misses < MAX_MISSES ? count(`${line}\n`) : Infinity;
    if (tokens > room) {
      left++;
      misses++;
      continue;
    }
    misses = 0;
    room -= tokens;
    lines.push(line);
    shown.push(cue);
  }
  return { lines, left };
}

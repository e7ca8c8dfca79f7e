import type { LedgerItem } from '@everlong/core';

import { oneLine } from '../reading/shorten.js';
import { holdsValue } from '../values/holds-value.js';
import { rankLedger } from './ledger.js';

export interface RenderLedgerOptions {
  maxTokens: number;
  count(text: string): number;
  /** Values that it holds are not repeated. */
  visibleText?: string;
}

export interface RenderedLedger {
  lines: string[];
  /** How many values are left out. */
  left: number;
}

/** The values of a ledger, each with the words it stood with and its entry, as many as fit. */
export function renderLedger(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '' }: RenderLedgerOptions,
): RenderedLedger {
  const lines: string[] = [];
  const shown = [visibleText];
  let room = maxTokens;
  let left = 0;
  for (const { value, cue, lastSeq } of rankLedger(ledger)) {
    if (shown.some((text) => holdsValue(text, value))) continue;
    const line = `- "${oneLine(cue)}" (#${lastSeq})`;
    const tokens = count(`${line}\n`);
    if (tokens > room) {
      left++;
      continue;
    }
    room -= tokens;
    lines.push(line);
    shown.push(cue);
  }
  return { lines, left };
}

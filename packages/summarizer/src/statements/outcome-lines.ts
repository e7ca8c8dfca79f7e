import { type Entry, toolCallsOf } from '@everlong/core';

import { quote } from '../reading/quote.js';
import { isUnfinished, reportOf } from './reply-outcome.js';
import { spokenText } from '../reading/spoken-text.js';

/** How such a line begins. */
export const OUTCOME = 'Done';
/** The maximum number of outcomes carried; the oldest are removed. */
const MAX_OUTCOMES = 5;
const MAX_WORDS = 24;

/**
 * Lines `Done (#n): "sentence"`, oldest first: the most informative sentence of each reply that
 * ends a turn and reports a result. Those of `previous` stay; the newest are kept.
 */
export function outcomeLines(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = previous.filter(isOutcome);
  for (const entry of entries) {
    const { message, seq } = entry;
    if (message.role !== 'assistant' || toolCallsOf(message).length > 0) continue;
    const text = spokenText(entry);
    const best = isUnfinished(text) ? undefined : reportOf(text);
    if (best !== undefined) lines.push(`${OUTCOME} (#${seq}): ${quote(best, MAX_WORDS)}`);
  }
  return lines.slice(-MAX_OUTCOMES);
}

export function isOutcome(line: string): boolean {
  return line.startsWith(`${OUTCOME} (#`);
}

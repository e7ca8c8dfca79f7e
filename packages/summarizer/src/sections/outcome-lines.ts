import { type Entry, toolCallsOf } from '@everlong/core';

import { bestSentence, cueWeight, type SentenceCues } from './best-sentence.js';
import { extractValues } from '../values/extract-values.js';
import { quote } from '../reading/quote.js';
import { isUnfinished } from './request-statuses.js';
import { spokenText } from '../reading/spoken-text.js';

/** How such a line begins. */
export const OUTCOME = 'Done';
/** The maximum number of outcomes carried; the oldest are removed. */
const MAX_OUTCOMES = 5;
const MAX_WORDS = 24;
const MIN_WEIGHT = 2;

const cues: SentenceCues = [
  [
    /\b(?:added|built(?!-)|changed|cleaned|committed|completed?|configured|converted|created|deleted|deployed|done|extracted|finished|fixed|implemented|installed|merged|migrated|moved|pushed|refactored|removed|renamed|replaced|resolved|reverted|rewrote|switched|updated|wired|wrote|written)\b/i,
    2,
  ],
  [
    /\b(?:all|\d+) (?:of (?:the|them) )?(?:\w+ )?(?:tests?|checks) (?:are )?(?:now )?pass|\bnow (?:works?|passes|returns|uses|shows)\b/i,
    2,
  ],
  [/^\W*(?:I|we|I've|we've|(?:I|we) have|[a-z]+ed)\b/i, 1],
  // Wishes, requests and plans, which report nothing done.
  [
    /^(?:if|let me|let's|next|would|should|want|could|please|just|any|now,? (?:let|i)|i(?:'ll| will| am going)|you can|to )\b|\byou (?:want|need|like)\b/i,
    -4,
  ],
  [/[:?]$/, -4],
];

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
    const best = isUnfinished(text) ? undefined : bestSentence(text, outcomeWeight);
    if (best !== undefined) lines.push(`${OUTCOME} (#${seq}): ${quote(best, MAX_WORDS)}`);
  }
  return lines.slice(-MAX_OUTCOMES);
}

export function isOutcome(line: string): boolean {
  return line.startsWith(`${OUTCOME} (#`);
}

/** How much a sentence says about the result; the first one of a reply often sums it up. */
function outcomeWeight(sentence: string, index: number): number {
  const cued = cueWeight(sentence, cues);
  if (cued < MIN_WEIGHT) return 0;
  return cued + (extractValues(sentence).length > 0 ? 1 : 0) + (index === 0 ? 1 : 0);
}

import { type Entry, toolCallsOf } from '@everlong/core';

import { extractValues } from './extract-values.js';
import { countWords, quote } from './quote.js';
import { isUnfinished } from './request-statuses.js';
import { sentencesOf } from './sentences.js';
import { spokenText } from './spoken-text.js';

/** How such a line begins. */
export const OUTCOME = 'Done';
/** The most outcomes carried; the oldest leave. */
const MAX_OUTCOMES = 5;
const MAX_WORDS = 24;
const MIN_WEIGHT = 2;

const cues: readonly [RegExp, number][] = [
  [
    /\b(?:added|built(?!-)|changed|cleaned|committed|completed?|configured|converted|created|deleted|deployed|done|extracted|finished|fixed|implemented|installed|merged|migrated|moved|pushed|refactored|removed|renamed|replaced|resolved|reverted|rewrote|switched|updated|wired|wrote|written)\b/i,
    2,
  ],
  [
    /\b(?:all|\d+) (?:of (?:the|them) )?(?:\w+ )?(?:tests?|checks) (?:are )?(?:now )?pass|\bnow (?:works?|passes|returns|uses|shows)\b/i,
    2,
  ],
  [/^\W*(?:I|we|I've|we've|(?:I|we) have|[a-z]+ed)\b/i, 1],
  // What is wished, asked for or to come has not been done.
  [
    /^(?:if|let me|let's|next|would|should|want|could|please|just|any|now,? (?:let|i)|i(?:'ll| will| am going)|you can|to )\b|\byou (?:want|need|like)\b/i,
    -4,
  ],
  [/[:?]$/, -4],
];

/**
 * Lines `Done (#n): "sentence"`, oldest first: of every reply that ends a turn and reports a result,
 * the sentence that says most about it. Those of `previous` stay, the newest ones in all.
 */
export function outcomeLines(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = previous.filter(isOutcome);
  for (const entry of entries) {
    const { message, seq } = entry;
    if (message.role !== 'assistant' || toolCallsOf(message).length > 0) continue;
    const text = spokenText(entry);
    const best = isUnfinished(text) ? undefined : outcomeOf(text);
    if (best !== undefined) lines.push(`${OUTCOME} (#${seq}): ${quote(best, MAX_WORDS)}`);
  }
  return lines.slice(-MAX_OUTCOMES);
}

export function isOutcome(line: string): boolean {
  return line.startsWith(`${OUTCOME} (#`);
}

function outcomeOf(text: string): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  for (const [index, { text: sentence }] of sentencesOf(text).entries()) {
    const weight = weightOf(sentence) + (index === 0 ? 1 : 0);
    if (weight > bestWeight && countWords(sentence) >= 4) {
      best = sentence;
      bestWeight = weight;
    }
  }
  return best;
}

function weightOf(sentence: string): number {
  const plain = sentence.replaceAll('’', "'");
  const cued = cues.reduce((sum, [cue, weight]) => (cue.test(plain) ? sum + weight : sum), 0);
  if (cued < MIN_WEIGHT) return -Infinity;
  return cued + (extractValues(sentence).length > 0 ? 1 : 0);
}

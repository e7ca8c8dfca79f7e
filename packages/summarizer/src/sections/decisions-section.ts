import type { Entry } from '@everlong/core';

import { bestSentence, cueWeight, type SentenceCues } from './best-sentence.js';
import { quote } from '../reading/quote.js';
import { spokenText } from '../reading/spoken-text.js';

/** The most decisions that the record carries; the weakest leave first, then the oldest. */
const MAX_DECISIONS = 24;
const MAX_WORDS = 30;
const MIN_WEIGHT = 2;

const cues: SentenceCues = [
  [/\b(?:decided|we(?:'ll| will) (?:go with|use)|going with|chose|settled on|agreed)\b/i, 4],
  [
    /\b(?:root cause|turns out)\b|\bthe (?:problem|issue|bug|reason|fix|cause) (?:is|was)(?: \S+){4}/i,
    4,
  ],
  [
    /\b(?:because|since it|so that|therefore|instead of|rather than|the right (?:way|approach|place))\b/i,
    2,
  ],
  [
    /\b(?:I(?:'ll| will) use|use \S+ for|should (?:be|use|go)|confirmed|verified|found that|now works?|fixed)\b/i,
    2,
  ],
  [
    /\b(?:all (?:\d+ )?tests? pass|passes|completed|implemented|created|renamed|removed|replaced)\b/i,
    1,
  ],
  // Guesses and plans of the moment decide nothing.
  [
    /^(?:if|maybe|perhaps|wait|hmm|let me|let's|now|i need to|just|please|any)\b|\b(?:might|guess|suspect|bet|seems?|likely)\b|[:?]$/i,
    -3,
  ],
  // What is being done at the moment is told by the last action.
  [
    /^(?:thought: )?(?:I'm|I am) \w+ing\b|\bI(?:'ll| will) (?:also )?(?:check|look|rerun|run|start|try|verify)\b|^\*\*[^*]+\*\*:?$/i,
    -3,
  ],
];

/** Lines `"sentence" (#entry)` in which the assistant decided or concluded something, in order. */
export function decisionsSection(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = [...previous];
  const known = new Set(previous.map((line) => line.replace(/ \(#\d+\)$/, '')));
  for (const entry of entries) {
    if (entry.message.role !== 'assistant') continue;
    const best = bestSentence(spokenText(entry), decisionWeight);
    if (best === undefined) continue;
    const quoted = quote(best, MAX_WORDS);
    if (known.has(quoted)) continue;
    known.add(quoted);
    lines.push(`${quoted} (#${entry.seq})`);
  }
  if (lines.length <= MAX_DECISIONS) return lines;
  const ranked = lines
    .map((line, index) => ({
      line,
      index,
      worth: decisionWeight(line) + (2 * index) / lines.length,
    }))
    .toSorted((left, right) => right.worth - left.worth)
    .slice(0, MAX_DECISIONS);
  return ranked.toSorted((left, right) => left.index - right.index).map(({ line }) => line);
}

/** A weak cue alone decides nothing. */
function decisionWeight(sentence: string): number {
  return cueWeight(sentence, cues) - (MIN_WEIGHT - 1);
}

import { type Entry, isUserEntry } from '@everlong/core';

import { countWords, quote } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';
import { spokenProse } from '../reading/spoken-prose.js';
import { spokenText } from '../reading/spoken-text.js';
import { decides, findingWeight, MIN_FINDING_WEIGHT } from '../statements/finding-weight.js';

/** The maximum number of decisions in a snapshot. */
const MAX_DECISIONS = 48;
/** More lines than a section has, so that their order only decides between equals. */
const RANKED_LINES = 100_000;
/** What some agents write before their reasoning. */
const LABEL = /^\s*(?:THOUGHT|DISCUSSION|REASONING)\s*:\s*/i;
const MAX_WORDS = 40;
const MIN_WORDS = 4;

/** A sentence that gives the reason for the one before it. */
const continued =
  /^(?:because|since|it|that|this|the reason|otherwise)\b.*\b(?:because|since|so|avoids?|keeps?|allows?|lets|means?|otherwise|faster|simpler|safer|easier|cheaper|needs?|reason)\b/i;
/**
 * Lines `"sentence" (#entry)` in which the assistant decided something with a reason, found a cause
 * or a result, or found that something did not work, in order: of each message the one that tells
 * most. The reason may be in the next sentence. Bounded; what tells least leaves first, of equals
 * the oldest. What the user decided is in `updateSaid`.
 */
export function decisionsSection(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = [...previous];
  const known = new Set(previous.map((line) => line.replace(/ \(#\d+\)$/, '')));
  const asked = entries.filter(isUserEntry).map(spokenText);
  const isQuoted = (sentence: string): boolean => asked.some((text) => text.includes(sentence));
  for (const entry of entries) {
    if (entry.message.role !== 'assistant') continue;
    const text = spokenProse(spokenText(entry)).replace(LABEL, '');
    const found = findDecision(text, isQuoted);
    const quoted = found === undefined ? '' : quote(found, MAX_WORDS);
    if (quoted === '' || known.has(quoted)) continue;
    known.add(quoted);
    lines.push(`${quoted} (#${entry.seq})`);
  }
  if (lines.length <= MAX_DECISIONS) return lines;
  const order = [...lines.keys()].toSorted((left, right) => {
    return decisionRank(lines[left] ?? '', left) - decisionRank(lines[right] ?? '', right);
  });
  const kept = new Set(order.slice(0, MAX_DECISIONS));
  return lines.filter((_, index) => kept.has(index));
}

/** Ranks lines for when not all fit: those that tell most stay longest, of equals the newest. */
export function decisionRank(line: string, index: number): number {
  return -findingWeight(line.replace(/^"|"(?: \[…\])? \(#\d+\)$/g, '')) - index / RANKED_LINES;
}

/** The sentence that tells most, verbatim, that quotes nobody; of equals the first. */
function findDecision(text: string, isQuoted: (sentence: string) => boolean): string | undefined {
  const sentences = sentencesOf(text);
  let best: string | undefined;
  let most = MIN_FINDING_WEIGHT - 1;
  for (const [index, { text: sentence, start }] of sentences.entries()) {
    const weight = findingWeight(sentence, index === 0);
    if (weight > most && countWords(sentence) >= MIN_WORDS && !isQuoted(sentence)) {
      most = weight;
      best = sentence;
    }
    const next = sentences[index + 1];
    if (most >= MIN_FINDING_WEIGHT || next === undefined || !continued.test(next.text)) continue;
    if (!decides(sentence) || isQuoted(sentence)) continue;
    const both = text.slice(start, next.start + next.text.length);
    if (both.includes('\n')) continue;
    most = MIN_FINDING_WEIGHT;
    best = both;
  }
  return best;
}

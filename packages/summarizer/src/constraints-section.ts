import type { Entry } from '@everlong/core';

import { countWords } from './quote.js';
import { sentencesOf } from './sentences.js';
import { userText } from './spoken-text.js';

/** The most constraints carried as quotes; older ones are then kept by their entry alone. */
const MAX_CONSTRAINTS = 60;
const MAX_WORDS = 60;
/** Of a longer message the middle is taken to be pasted material. */
const MAX_END_LENGTH = 6_000;

const demand =
  /\b(?:do(?:n['’]t| not)|never|always|must(?:n['’]t)?|only|make sure|ensure|without|avoid|no need|should(?: not|n['’]t)|can(?:not|['’]t| not) (?:use|change|touch|modify|edit|break|be)|not allowed|forbidden|required?|instead of|prefer|keep it|stick to|explicitly|at (?:most|least)|no (?:more|longer) than)\b/i;
/** Questions and reports of what fails use the same words without demanding anything. */
const noDemand =
  /\?$|\bdo(?:n['’]t| not) (?:know|think|see|understand|mind|worry|have|need)\b|\b(?:I|it|they|we) (?:do(?:n['’]t| not)|can(?:not|['’]t)|does(?:n['’]t| not))\b/i;

const earlier = /^Earlier ones, by entry: /;

/**
 * Lines `"sentence" (#entry)`: sentences in which the user forbids or demands something, byte for
 * byte, secrets apart, in order and each once.
 */
export function constraintsSection(
  previous: readonly string[],
  entries: readonly Entry[],
): string[] {
  const lines = new Set(previous.filter((line) => !earlier.test(line)));
  const said = new Set([...lines].map((line) => sameness(line.replace(/ \(#\d+\)$/, ''))));
  for (const entry of entries) {
    for (const { text } of sentencesOf(ends(userText(entry)))) {
      if (!isConstraint(text) || said.has(sameness(`"${text}"`))) continue;
      said.add(sameness(`"${text}"`));
      lines.add(`"${text}" (#${entry.seq})`);
    }
  }
  return bounded(
    previous.find((line) => earlier.test(line)),
    [...lines],
  );
}

function ends(text: string): string {
  if (text.length <= 2 * MAX_END_LENGTH) return text;
  return `${text.slice(0, MAX_END_LENGTH)}\n${text.slice(-MAX_END_LENGTH)}`;
}

/** Sentences that differ in numbers alone say the same thing again. */
function sameness(sentence: string): string {
  return sentence.toLowerCase().replace(/\d+/g, '0');
}

function isConstraint(sentence: string): boolean {
  const words = countWords(sentence);
  return words >= 3 && words <= MAX_WORDS && demand.test(sentence) && !noDemand.test(sentence);
}

function bounded(old: string | undefined, lines: string[]): string[] {
  const over = Math.max(0, lines.length - MAX_CONSTRAINTS);
  const seqs = [...(old ?? '').matchAll(/#(\d+)/g), ...lines.slice(0, over).flatMap(lastSeq)];
  if (seqs.length === 0) return lines;
  const named = [...new Set(seqs.map(([mark]) => mark))].slice(-MAX_CONSTRAINTS);
  return [`Earlier ones, by entry: ${named.join(', ')}`, ...lines.slice(over)];
}

function lastSeq(line: string): RegExpExecArray[] {
  const match = /#(\d+)(?=\)$)/.exec(line);
  return match === null ? [] : [match];
}

import { redactSecrets } from '@everlong/redaction';

import { characterBoundary } from '../text/character-boundary.js';
import { characterPairs, unspacedRuns } from '../text/unspaced-scripts.js';

/** A query has at most this many terms: more cost time and add noise. */
const MAX_TERMS = 32;

/**
 * The terms of a query, each once, in lower case: its words, that is runs of letters and digits
 * with their marks, and the pairs of characters of scripts without spaces. Only the first 32 count.
 */
export function searchTerms(query: string): string[] {
  const terms = new Set<string>();
  for (const [word] of query.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    for (const term of termsOf(word)) {
      terms.add(term);
      if (terms.size === MAX_TERMS) return [...terms];
    }
  }
  return [...terms];
}

function termsOf(word: string): string[] {
  const runs = word.match(unspacedRuns);
  if (runs === null) return [word];
  const rest = word.replace(unspacedRuns, ' ').split(' ').filter(Boolean);
  return [...rest, ...runs.flatMap(pairsOf)];
}

/** A run of one character is a term. */
function pairsOf(run: string): string[] {
  const start = run.slice(0, characterBoundary(run, 4 * MAX_TERMS));
  const pairs = characterPairs(start);
  return pairs.length === 0 ? [start] : pairs;
}

/**
 * How well a text answers a query: for every distinct term that the text holds, more for longer
 * terms (they are rarer) and a little more for repeats. 0 when none is there.
 */
export function searchScore(terms: readonly string[], text: string): number {
  const haystack = text.toLowerCase();
  let score = 0;
  for (const term of new Set(terms)) {
    let count = 0;
    for (let at = haystack.indexOf(term); at >= 0 && count < 8; count++) {
      at = haystack.indexOf(term, at + term.length);
    }
    if (count > 0) score += Math.min(term.length, 12) * (1 + Math.log2(count) / 4);
  }
  return score;
}

/**
 * At most about 200 characters around the longest term that the text holds, secrets redacted:
 * first in the whole text, since the cut of an excerpt would hide what gives one away.
 */
export function searchExcerpt(terms: readonly string[], source: string): string {
  const text = redactSecrets(source);
  const found = findLongest(terms, text);
  const start = characterBoundary(text, Math.max(0, found - 80));
  const end = characterBoundary(text, Math.min(text.length, start + 200));
  const middle = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}`;
}

/** Where the longest term that the text holds begins; 0 when it holds none. */
function findLongest(terms: readonly string[], text: string): number {
  const haystack = text.toLowerCase();
  for (const term of terms.toSorted((left, right) => right.length - left.length)) {
    const at = haystack.indexOf(term);
    if (at >= 0) return haystack.length === text.length ? at : originalIndex(text, at);
  }
  return 0;
}

/** The place in a text of an index in its lower-case form, which is longer for a few characters. */
function originalIndex(text: string, lowerIndex: number): number {
  let index = 0;
  let lower = 0;
  for (const character of text) {
    if (lower >= lowerIndex) return index;
    index += character.length;
    lower += character.toLowerCase().length;
  }
  return index;
}

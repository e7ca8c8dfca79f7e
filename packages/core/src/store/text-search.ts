import { redactSecrets } from '@everlong/redaction';

import { characterBoundary } from '../text/character-boundary.js';
import { foldCase } from '../text/fold-case.js';
import { characterPairs, unspacedCharacters, unspacedRuns } from '../text/unspaced-scripts.js';

/** A query has at most this many terms: more cost time and add noise. */
const MAX_TERMS = 32;

/** A shorter term stands for itself alone; a longer one for all words that begin with it. */
const MIN_PREFIX_LENGTH = 3;

/** A letter, digit or mark of a script whose words have spaces between them. */
const inWord = new RegExp(`[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${unspacedCharacters}]`, 'v');

/**
 * The terms of a query, each once, in lower case and without accents: its words, that is runs of
 * letters and digits with their marks, and the pairs of characters of scripts without spaces. Only
 * the first 32 count.
 */
export function searchTerms(query: string): string[] {
  const terms = new Set<string>();
  for (const [word] of foldCase(query).matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
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

/** Tells whether a term stands for all words that begin with it, and not for itself alone. */
export function isPrefix(term: string): boolean {
  return term.length >= MIN_PREFIX_LENGTH && term.match(unspacedRuns) === null;
}

/**
 * How well a text answers a query: for every distinct term that the text holds, more for longer
 * terms (they are rarer) and a little more for repeats. 0 when none is there.
 */
export function searchScore(terms: readonly string[], text: string): number {
  const haystack = foldCase(text);
  let score = 0;
  for (const term of new Set(terms)) {
    let count = 0;
    for (let at = placeOf(term, haystack); at >= 0 && count < 8; count++) {
      at = placeOf(term, haystack, at + term.length);
    }
    if (count > 0) score += Math.min(term.length, 12) * (1 + Math.log2(count) / 4);
  }
  return score;
}

/** The first place from `from` on where a word is the term or begins with it; -1 without one. */
function placeOf(term: string, haystack: string, from = 0): number {
  const isSpaced = term.match(unspacedRuns) === null;
  for (let at = haystack.indexOf(term, from); at >= 0; at = haystack.indexOf(term, at + 1)) {
    if (!isSpaced) return at;
    const end = at + term.length;
    const isStart = !inWord.test(characterBefore(haystack, at));
    if (isStart && (isPrefix(term) || !inWord.test(characterAt(haystack, end)))) return at;
  }
  return -1;
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, at - (isLow ? 2 : 1)), at);
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/**
 * At most about 200 characters where the text holds most of the terms, secrets redacted: first in
 * the whole text, since the cut of an excerpt would hide what gives one away.
 */
export function searchExcerpt(terms: readonly string[], source: string): string {
  const text = redactSecrets(source);
  const found = findBest(terms, text);
  const start = characterBoundary(text, Math.max(0, found - EXCERPT_BEFORE));
  const end = characterBoundary(text, Math.min(text.length, start + EXCERPT_LENGTH));
  const middle = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}`;
}

/** Characters of an excerpt, and how many of them stand before the term that it was found by. */
const EXCERPT_LENGTH = 200;
const EXCERPT_BEFORE = 80;

/** Places of each term that are looked at for an excerpt. */
const MAX_PLACES = 8;

/**
 * Finds where a term begins around which most of the terms stand, longer ones counting more; of
 * equal places the longest term's first; 0 when the text holds none.
 */
function findBest(terms: readonly string[], text: string): number {
  const haystack = foldCase(text);
  let best = { at: 0, score: 0 };
  for (const term of terms.toSorted((left, right) => right.length - left.length)) {
    let at = placeOf(term, haystack);
    for (let count = 0; at >= 0 && count < MAX_PLACES; count++) {
      const start = Math.max(0, at - EXCERPT_BEFORE);
      const score = searchScore(terms, haystack.slice(start, start + EXCERPT_LENGTH));
      if (score > best.score) best = { at, score };
      at = placeOf(term, haystack, at + term.length);
    }
  }
  return haystack.length === text.length ? best.at : originalIndex(text, best.at);
}

/** The place in a text of an index in its folded form, which has another length for a few characters. */
function originalIndex(text: string, foldedIndex: number): number {
  let index = 0;
  let folded = 0;
  for (const character of text) {
    if (folded >= foldedIndex) return index;
    index += character.length;
    folded += foldCase(character).length;
  }
  return index;
}

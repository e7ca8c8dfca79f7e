import { redactSecrets } from '@everlong/redaction';

import type { Entry } from '../log/entry.js';
import { messageText } from '../messages/message-text.js';
import type { SearchHit } from './store.js';

/** The words of a query or text: runs of letters and digits with their marks, in lower case. */
export function searchWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/**
 * How well a text answers a query: for every distinct word of the query that the text holds, more
 * for longer words (they are rarer) and a little more for repeats. 0 when none is there.
 */
export function searchScore(words: readonly string[], text: string): number {
  const haystack = text.toLowerCase();
  let score = 0;
  for (const word of new Set(words)) {
    let count = 0;
    for (let at = haystack.indexOf(word); at >= 0 && count < 8; count++) {
      at = haystack.indexOf(word, at + word.length);
    }
    if (count > 0) score += Math.min(word.length, 12) * (1 + Math.log2(count) / 4);
  }
  return score;
}

/**
 * At most about 200 characters around the longest query word that the text holds, secrets
 * redacted: first in the whole text, since the cut of an excerpt would hide what gives one away.
 */
export function searchExcerpt(words: readonly string[], source: string): string {
  const text = redactSecrets(source);
  const byLength = words.toSorted((left, right) => right.length - left.length);
  const found = byLength.map((word) => indexIgnoringCase(text, word)).find((at) => at >= 0) ?? 0;
  const start = Math.max(0, found - 80);
  const end = Math.min(text.length, start + 200);
  const middle = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}`;
}

/** An expression has a limit; where so much of a word stands, the rest mostly follows. */
const MAX_SOUGHT = 200;

/** Not by `toLowerCase`, which can change a text's length and so its positions; words need no escape. */
function indexIgnoringCase(text: string, word: string): number {
  const sought = word.slice(0, MAX_SOUGHT).toWellFormed();
  return text.search(new RegExp(sought, 'iu'));
}

/** The hit that an entry is for the words of a query, if it holds any of them. */
export function matchEntry(entry: Entry, words: readonly string[]): SearchHit | undefined {
  const text = messageText(entry.message);
  const score = searchScore(words, text);
  if (score === 0) return undefined;
  const { sessionId, id: entryId, seq } = entry;
  return { sessionId, entryId, seq, score, excerpt: searchExcerpt(words, text) };
}

/** The best hits first; of equals, the newest. */
export function bestHits(hits: readonly SearchHit[], limit: number): SearchHit[] {
  return hits
    .toSorted((left, right) => right.score - left.score || right.seq - left.seq)
    .slice(0, limit);
}

import type { StoredDocument } from '@everlong/core';

import { foldWords } from '../text/fold-words.js';
import { byTime, MAX_DOCUMENTS, MAX_LENGTH, type OutdatedReading } from './outdated.js';

/** What others repeat of a value after it was said, and that may hold no longer, is as doubtful. */
export function doubtEchoes(reading: OutdatedReading, documents: readonly StoredDocument[]): void {
  const { said, successors, doubtful } = reading;
  const others = documents
    .filter(
      ({ layer, role, text }) =>
        layer === 'episode' && role !== 'user' && text.length <= MAX_LENGTH,
    )
    .slice(0, MAX_DOCUMENTS)
    .map((document) => ({ document, words: new Set(foldWords(document.text)) }));
  for (const [later, replaced] of successors) {
    const earlier = said.filter((each) => replaced.includes(each));
    for (const each of earlier) {
      const former = formerKeys(reading, each, later);
      for (const { document, words } of others) {
        const isEcho = former.some((key) => key.every((word) => words.has(word)));
        if (isEcho && byTime(each, document) < 0) doubtful.set(document, later.date);
      }
    }
  }
}

/**
 * The words of the values of an earlier message that neither the later one nor the question has.
 * Small numbers occur anywhere.
 */
function formerKeys(
  { statedOf, asked }: OutdatedReading,
  earlier: StoredDocument,
  later: StoredDocument,
): string[][] {
  const words = statedOf(later)?.words;
  return (statedOf(earlier)?.values ?? [])
    .filter(({ kind, text }) => kind !== 'number' || /\d{3}/.test(text))
    .map(({ key }) => key.split(' '))
    .filter((key) => !key.every((word) => asked.words.has(word) || words?.has(word) === true));
}

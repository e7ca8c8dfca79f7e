import type { StoredDocument } from '@everlong/core';

import { isRelevant } from '../replacement/replacement-score.js';
import { foldWords } from '../text/fold-words.js';
import { type OutdatedReading, succeed } from './outdated.js';

/**
 * Marks the one of two messages that tells what somebody else says of the speaker, against the
 * speaker's own words. Says whether there is one.
 */
export function doubtRetold(
  reading: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
): boolean {
  const [one, other] = [reading.statedOf(earlier), reading.statedOf(document)];
  if (one === undefined || other === undefined || one.retold === other.retold) return false;
  const [told, own] = one.retold ? [earlier, document] : [document, earlier];
  return prefer(reading, own, told);
}

/** Marks what others say of a speaker whom the question names, where the speaker says something. */
export function doubtWordsOfOthers(
  reading: OutdatedReading,
  one: StoredDocument,
  other: StoredDocument,
): void {
  for (const [own, told] of [
    [one, other],
    [other, one],
  ] as const) {
    const name = foldWords(own.speaker);
    const isAsked = name.length > 0 && name.every((word) => reading.asked.words.has(word));
    if (!isAsked) continue;
    const words = reading.statedOf(told)?.words;
    if (name.every((word) => words?.has(word)) && prefer(reading, own, told)) return;
  }
}

/** Both are on the question, and the first states something. */
function prefer(reading: OutdatedReading, own: StoredDocument, told: StoredDocument): boolean {
  const { statedOf, asked, context, doubtful } = reading;
  const [first, second] = [statedOf(own), statedOf(told)];
  if (!context.matter.isState || context.matter.isOpen) return false;
  if (first === undefined || second === undefined || first.own === '') return false;
  if (!isRelevant(asked, first) || !isRelevant(asked, second)) return false;
  doubtful.set(told, own.date);
  succeed(reading, own, told);
  return true;
}

import type { Entry } from '@everlong/core';

import { ownSentences } from '../constraints/find-constraints.js';
import { takesBackLast } from '../constraints/withdrawals.js';
import { wordShare, wordStems } from '../reading/content-words.js';
import { userText } from '../reading/spoken-text.js';
import { namesIn } from '../values/names-in.js';
import { isCarriedOut, type RequestStatus } from './request-statuses.js';
import { isBarePutOff, isPutOff } from './statement-kind.js';

/** The key of `snapshot.sections` for requests that the user put off, as `"sentence" (#entry)`. */
export const DEFERRED = 'Deferred';

/** The maximum number of requests carried; the oldest are removed. */
const MAX_DEFERRED = 40;
/** The share of a request's words that what was done must contain, with and without its names. */
const SAME_WITH_NAMES = 0.4;
const SAME = 0.7;
const lineForm = /^"(.*)" \(#(\d+)\)$/s;

/** Adds what the user asked for and put off, and removes what they took back at once. */
export function updateDeferred(
  previous: readonly string[] = [],
  entries: readonly Entry[] = [],
): string[] {
  let lines = [...previous];
  let newest: string[] = [];
  for (const entry of entries) {
    const text = userText(entry);
    if (text === '') continue;
    if (takesBackLast(text)) {
      const gone = new Set(newest);
      lines = lines.filter((line) => !gone.has(line));
    }
    newest = putOffIn(text).map((sentence) => `"${sentence}" (#${entry.seq})`);
    lines.push(...newest.filter((line) => !lines.includes(line)));
  }
  return lines.slice(-MAX_DEFERRED);
}

/** What a text puts off; where a sentence says only that, with the one before it. */
function putOffIn(text: string): string[] {
  const sentences = ownSentences(text).map((sentence) => sentence.text);
  return sentences.flatMap((sentence, index) => {
    const before = sentences[index - 1];
    if (!isPutOff(sentence)) return [];
    return [before !== undefined && isBarePutOff(sentence) ? `${before} ${sentence}` : sentence];
  });
}

/**
 * Those that no later request has carried out: one that changed something and ended with a report,
 * whose words and reply hold the same names or most of the same words.
 */
export function stillDeferred(
  deferred: readonly string[],
  requests: readonly RequestStatus[],
): string[] {
  const done = requests.filter(isCarriedOut).flatMap(({ seq, quoted, outcome = '' }) => {
    if (isPutOff(quoted)) return [];
    const text = `${quoted}\n${outcome}`;
    return [{ seq, text, stems: wordStems(text) }];
  });
  return deferred.filter((line) => {
    const [, sentence = line, seq = '0'] = lineForm.exec(line) ?? [];
    const names = namesIn(sentence);
    const stems = wordStems(sentence);
    const least = names.length > 0 ? SAME_WITH_NAMES : SAME;
    return !done.some(
      (request) =>
        request.seq > Number(seq) &&
        names.every((name) => request.text.includes(name)) &&
        wordShare(stems, request.stems) >= least,
    );
  });
}

/** The lines for readers, oldest first. */
export function deferredLines(deferred: readonly string[]): string[] {
  return deferred.flatMap((line) => {
    const [, text, seq] = lineForm.exec(line) ?? [];
    return text === undefined ? [] : [`Asked for later, not done so far (#${seq}): "${text}"`];
  });
}

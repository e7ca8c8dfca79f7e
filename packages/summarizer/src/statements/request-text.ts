import type { Entry } from '@everlong/core';

import { authoredText } from '../reading/authored-text.js';
import { sentencesOf } from '../reading/sentences.js';
import { userText } from '../reading/spoken-text.js';
import { goesOn, isPraise } from '../reading/user-reactions.js';
import { isBarePutOff, isPutOff } from './statement-kind.js';

/**
 * What the user asks for in an entry, line by line, without pasted code and output, and without
 * what is to be done later. Empty if the user wrote nothing else in the entry or only lets the work
 * continue.
 */
export function requestText(entry: Entry): string {
  const own = withoutPutOff(authoredText(userText(entry))).trim();
  return goesOn(own) || isPraise(own) ? '' : own;
}

/** A text without the sentences that put something off, and without what these put off. */
export function withoutPutOff(text: string): string {
  if (!isPutOff(text.replaceAll('?', '.'))) return text;
  let kept = '';
  let from = 0;
  let before = 0;
  for (const { text: sentence, start } of sentencesOf(text)) {
    if (isPutOff(sentence)) {
      kept += text.slice(from, isBarePutOff(sentence) ? Math.max(from, before) : start);
      from = start + sentence.length;
    }
    before = start;
  }
  return kept + text.slice(from);
}

import type { Entry, Snapshot } from '@everlong/core';

import { isWord } from './character-class.js';
import { BORNE_SHARE, contentWords, wordShare } from './content-words.js';
import { entryText } from './entry-segments.js';
import { extractValues } from './extract-values.js';
import { REQUESTS } from './request-statuses.js';
import { userText } from './spoken-text.js';
import { isRequestLine } from './state-section.js';

/** What a snapshot may rest on: the entries that it covers and the snapshot before it. */
export interface Sources {
  /** Whether a value stands in a source, whole or as a whole part of a longer path or name. */
  holdsValue(value: string): boolean;
  /** Whether a source holds the text byte for byte, differences in white space apart. */
  holdsText(text: string): boolean;
  /** Whether the user said the text, byte for byte, white space apart. */
  userSaid(text: string): boolean;
  /** Whether a value of the line, or most of its words, stand in one source. */
  bears(line: string): boolean;
}

export function createSources(entries: readonly Entry[], previous?: Snapshot): Sources {
  const carried =
    previous === undefined
      ? []
      : [previous.text, ...Object.values(previous.sections).map((lines) => lines.join('\n'))];
  const texts = [...entries.map(entryText), ...carried];
  const users = [...entries.map(userText), ...userQuotes(previous)];
  const values = new Set(previous?.ledger.map(({ value }) => value));
  for (const text of texts) for (const { value } of extractValues(text)) values.add(value);
  const inTexts = createFinder(texts);
  const inUsers = createFinder(users);
  let wordSets: ReadonlySet<string>[] | undefined;

  const holdsValue = (value: string): boolean =>
    values.has(value) || (!/^[\d.]+$/.test(value) && texts.some((text) => holdsPart(text, value)));

  return {
    holdsValue,
    holdsText: inTexts,
    userSaid: inUsers,
    bears(line) {
      if (extractValues(line).some(({ value }) => holdsValue(value))) return true;
      const words = contentWords(line);
      if (words.size === 0) return false;
      wordSets ??= texts.map(contentWords);
      return wordSets.some((set) => wordShare(words, set) >= BORNE_SHARE);
    },
  };
}

/** What a snapshot quotes of the user; its other quotes are of the assistant and of tools. */
function userQuotes(previous: Snapshot | undefined): string[] {
  if (previous === undefined) return [];
  const {
    Constraints = [],
    [REQUESTS]: requests = [],
    'Current State': state = [],
  } = previous.sections;
  return [...Constraints, ...requests, ...state.filter(isRequestLine)];
}

/** `src/a.ts` is a part of `/repo/src/a.ts`, and `c.d` of `b.c.d`; `a.ts` is none of `ba.ts`. */
export function holdsPart(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const after = at + value.length;
    if (!isWord(text.charCodeAt(at - 1)) && !isWord(text.charCodeAt(after))) return true;
  }
  return false;
}

function createFinder(texts: readonly string[]): (text: string) => boolean {
  let squeezed: string[] | undefined;
  return (text) => {
    if (texts.some((source) => source.includes(text))) return true;
    squeezed ??= texts.map(squeeze);
    const plain = squeeze(text);
    return squeezed.some((source) => source.includes(plain));
  };
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

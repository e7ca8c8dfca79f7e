import { type Entry, type Snapshot, toolOutputText } from '@everlong/core';
import { isWordCharacter } from '@everlong/redaction';

import { allWords, SUPPORT_THRESHOLD, contentWords, wordShare } from '../reading/content-words.js';
import { entryText } from '../reading/entry-segments.js';
import { extractValues } from '../values/extract-values.js';
import { REQUESTS } from '../statements/request-sections.js';
import { isAsking } from '../statements/user-answers.js';
import { userText } from '../reading/spoken-text.js';
import { SAID } from './user-statements.js';
import { isRequestLine } from './state-section.js';

/** The sources of a snapshot: the entries that it covers and the previous snapshot. */
export interface SourceIndex {
  /** Whether a source contains a value, whole or as a whole part of a longer path or name. */
  holdsValue(value: string): boolean;
  /** Whether there is an entry with this number. */
  holdsEntry(seq: string): boolean;
  /** Whether a source contains the text, ignoring differences in white space. */
  holdsText(text: string): boolean;
  /** Whether the user said the text, ignoring differences in white space. */
  userSaid(text: string): boolean;
  /**
   * Whether one source contains a value of the line or most of its words. If the line names
   * entries, only these count.
   */
  supports(line: string): boolean;
}

/** A line that names its entries must share fewer words with them, but more than one. */
const NAMED_SHARE = 0.35;
const MIN_NAMED_WORDS = 2;
/** Words about the summary itself, which cannot be looked up. */
const summaryWords = new Set(
  'asked assistant done open pending requested said task tasks user'.split(' '),
);

function sourceWords(line: string): Set<string> {
  return new Set([...contentWords(line)].filter((word) => !summaryWords.has(word)));
}

function namedIn(line: string): number[] {
  return [...line.matchAll(/#(\d{1,9})/g)].slice(0, 8).map(([, seq]) => Number(seq));
}

/** Shorter numbers occur anywhere. */
const MIN_AMOUNT_LENGTH = 3;
/** Text between the two numbers of a size, such as `, "height": `. */
const SIZE_REACH = 24;

/** An index of what entries and the snapshot before them say, to check claims against. */
export function createSourceIndex(entries: readonly Entry[], previous?: Snapshot): SourceIndex {
  const carried =
    previous === undefined
      ? []
      : [previous.text, ...Object.values(previous.sections).map((lines) => lines.join('\n'))];
  const texts = [...entries.map(entryText), ...carried];
  const users = [...entries.map(userText), ...entries.map(answersOf), ...userQuotes(previous)];
  const values = new Set(previous?.ledger.map(({ value }) => value));
  for (const text of texts) for (const { value } of extractValues(text)) values.add(value);
  const inTexts = createFinder(texts);
  const inUsers = createFinder(users);
  const placeOf = new Map(entries.map(({ seq }, place) => [seq, place]));
  let wordSets: ReadonlySet<string>[] | undefined;

  const found = new Map<string, boolean>();
  const isFound = (value: string): boolean =>
    (!/^[\d.]+$/.test(value) && texts.some((text) => holdsPart(text, value))) ||
    holdsNumbers(texts, value);
  const holdsValue = (value: string): boolean => {
    if (values.has(value)) return true;
    const isHeld = found.get(value) ?? isFound(value);
    found.set(value, isHeld);
    return isHeld;
  };

  const lastSeq = entries.at(-1)?.seq ?? previous?.throughSeq ?? -1;
  return {
    holdsValue,
    holdsEntry: (seq) => /^\d{1,9}$/.test(seq) && Number(seq) <= lastSeq,
    holdsText: inTexts,
    userSaid: inUsers,
    supports(line) {
      if (extractValues(line).some(({ value }) => holdsValue(value))) return true;
      const words = sourceWords(line);
      if (words.size === 0) return false;
      wordSets ??= texts.map(allWords);
      if (wordSets.some((set) => wordShare(words, set) >= SUPPORT_THRESHOLD)) return true;
      const named = new Set(
        namedIn(line).flatMap((seq) => [...(wordSets?.[placeOf.get(seq) ?? -1] ?? [])]),
      );
      const share = wordShare(words, named);
      return share >= NAMED_SHARE && share * words.size >= MIN_NAMED_WORDS;
    },
  };
}

function answersOf({ message: { content } }: Entry): string {
  if (typeof content === 'string') return '';
  return content
    .flatMap((part) =>
      part.type === 'tool-result' && isAsking(part.toolName) ? [toolOutputText(part.output)] : [],
    )
    .join('\n');
}

/** The lines of a snapshot that quote the user; others quote the assistant and tools. */
function userQuotes(previous: Snapshot | undefined): string[] {
  if (previous === undefined) return [];
  const {
    Constraints = [],
    [REQUESTS]: requests = [],
    [SAID]: said = [],
    'Current State': state = [],
  } = previous.sections;
  return [...Constraints, ...requests, ...said, ...state.filter(isRequestLine)];
}

/**
 * Finds an amount without its unit, a size as two numbers close together, and a range (`231-243`)
 * as two numbers of one text.
 */
function holdsNumbers(texts: readonly string[], value: string): boolean {
  const [, first, last] = /^(\d{2,6})[-–](\d{2,6})$/.exec(value) ?? [];
  if (first !== undefined && last !== undefined && Number(first) < Number(last)) {
    return texts.some((text) => holdsPart(text, first) && holdsPart(text, last));
  }
  const [, width, height] = /^(\d{2,5})[x×](\d{2,5})$/.exec(value) ?? [];
  if (width !== undefined) {
    const size = new RegExp(`(?<!\\d)${width}\\D{1,${SIZE_REACH}}${height}(?!\\d)`);
    return texts.some((text) => size.test(text));
  }
  const [, amount = ''] = /^[$€£¥]?(\d[\d,]*(?:\.\d+)?)(?: ?[%A-Za-z]{1,5})?$/.exec(value) ?? [];
  const bare = amount.replaceAll(',', '');
  if (bare.length < MIN_AMOUNT_LENGTH || bare === value) return false;
  return texts.some((text) => holdsPart(text, amount) || holdsPart(text, bare));
}

/** `src/a.ts` is part of `/repo/src/a.ts`, and `c.d` of `b.c.d`; `a.ts` is not part of `ba.ts`. */
export function holdsPart(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const after = at + value.length;
    if (!isWordCharacter(text.charCodeAt(at - 1)) && !isWordCharacter(text.charCodeAt(after)))
      return true;
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

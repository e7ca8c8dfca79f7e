import { type Entry, isUserEntry, type Snapshot } from '@everlong/core';
import { isWordCharacter } from '@everlong/redaction';

import { readTurns } from '../account/read-turns.js';
import { carriedData } from '../account/turn.js';
import { entryText } from '../reading/entry-segments.js';
import { userText } from '../reading/spoken-text.js';
import { withoutFenced } from '../sections/fences.js';
import { extractValues } from '../values/extract-values.js';
import { createOtherSpelling } from './other-spelling.js';
import { longQuotations, quotationsIn } from './quotations-in.js';
import { withoutUnknown } from './unknown-values.js';
import { usersDemands } from './users-demands.js';

/** The sources of a snapshot: the entries that it covers and the previous snapshot. */
export interface SourceIndex {
  /** Whether a source contains a value, whole or as a whole part of a longer path or name. */
  holdsValue(value: string): boolean;
  /** Whether a source contains a number, in any language's way to write it. */
  holdsNumber(number: string): boolean;
  /** Whether there is an entry with this number. */
  holdsEntry(seq: string): boolean;
  /** Whether a source contains the text, or its parts between marks of omission one behind the other. */
  holdsText(text: string): boolean;
  /** Whether the user or a system message said the text, in the same sense. */
  userSaid(text: string): boolean;
  /** Whether the entry with this number is one of the user, as far as the sources show. */
  isUsers(seq: string): boolean;
}

/** Text between the two numbers of a size, such as `, "height": `. */
const SIZE_REACH = 24;

/** An index of what entries and the snapshot before them say, to check claims against. */
export function createSourceIndex(entries: readonly Entry[], previous?: Snapshot): SourceIndex {
  const { turns, held, kinds } = carriedData(previous);
  const words = turns.map((turn) => turn.words);
  const acts = turns.flatMap((turn) => [
    ...turn.acts.map(({ what, result }) => `${what}\n${result}`),
    ...turn.said.map(({ text }) => text),
  ]);
  const cues = previous?.ledger.map(({ value, cue }) => `${value}\n${cue}`) ?? [];
  const past = previous === undefined ? undefined : withoutUnknown(previous.text);
  const texts = [
    ...entries.map(entryText),
    ...(past === undefined ? [] : [past]),
    ...words,
    ...acts,
    ...cues,
  ];
  const rules = entries.filter(({ message }) => message.role === 'system').map(entryText);
  // Answers to questions that tools asked are the user's words too.
  const said = readTurns({ turns: [], errors: [], quoted: [] }, entries, kinds).turns;
  const users = [...entries.map(userText), ...said.map((turn) => turn.words), ...words, ...rules];
  const userSeqs = new Set([
    ...entries.filter(isUserEntry).map(({ seq }) => seq),
    ...[...said, ...turns].map(({ seq }) => seq),
  ]);
  // What summaries before this one quoted of the user, it quotes still.
  const quoted = [...usersDemands(previous?.sections['Constraints']), ...(held?.demands ?? [])];
  const values = new Set(texts.flatMap((text) => extractValues(text).map(({ value }) => value)));
  const found = new Map<string, boolean>();
  const isPart = (value: string): boolean => texts.some((text) => holdsPart(text, value));
  const other = createOtherSpelling(texts, isPart);
  const isFound = (value: string): boolean =>
    (!/^[\d.]+$/.test(value) && isPart(value)) || holdsSpan(texts, value) || other.holds(value);
  const before = previous?.throughSeq ?? -1;
  const lastSeq = entries.reduce((last, { seq }) => Math.max(last, seq), before);
  return {
    holdsValue(value) {
      if (values.has(value)) return true;
      const isHeld = found.get(value) ?? isFound(value);
      found.set(value, isHeld);
      return isHeld;
    },
    holdsNumber: other.holdsNumber,
    holdsEntry: (seq) => /^\d{1,9}$/.test(seq) && Number(seq) <= lastSeq,
    holdsText: createFinder([
      ...texts.filter((text) => text !== past),
      ...saidIn(past ?? '', previous),
    ]),
    userSaid: createFinder([...users, ...quoted.flatMap(quotationsIn)]),
    isUsers: (seq) => userSeqs.has(Number(seq)),
  };
}

/**
 * The words of a snapshot that may be quoted. A model's note, which an account quotes, is no source
 * of them, apart from quotations that were checked.
 */
function saidIn(text: string, previous: Snapshot | undefined): string[] {
  if (previous === undefined || previous.source === 'person') return [text];
  const lines = text.split('\n');
  const isModels = (line: string): boolean => previous.source === 'model' || line.startsWith('> ');
  const note = lines.filter(isModels).map((line) => line.replace(/^> /, ''));
  const quoted = longQuotations(withoutFenced(note.join('\n'))).map(({ words }) => words);
  return [lines.filter((line) => !isModels(line)).join('\n'), ...quoted];
}

/** Finds a size as two numbers close together, and a range (`231-243`) as two numbers of one text. */
function holdsSpan(texts: readonly string[], value: string): boolean {
  const [, first, last] = /^(\d{2,6})[-–](\d{2,6})$/.exec(value) ?? [];
  if (first !== undefined && last !== undefined && Number(first) < Number(last)) {
    return texts.some((text) => holdsPart(text, first) && holdsPart(text, last));
  }
  const [, width, height] = /^(\d{2,5})[x×](\d{2,5})$/.exec(value) ?? [];
  if (width === undefined) return false;
  const size = new RegExp(`(?<!\\d)${width}\\D{1,${SIZE_REACH}}${height}(?!\\d)`);
  return texts.some((text) => size.test(text));
}

/** `src/a.ts` and `/a.ts` are parts of `/repo/src/a.ts`; `a.ts` is not part of `ba.ts`. */
function holdsPart(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const after = at + value.length;
    const isStart =
      !isWordCharacter(text.charCodeAt(at)) || !isWordCharacter(text.charCodeAt(at - 1));
    if (isStart && !isWordCharacter(text.charCodeAt(after))) return true;
  }
  return false;
}

const OMISSION = /\[?(?:…|\.\.\.)\]?/;

function createFinder(texts: readonly string[]): (text: string) => boolean {
  let squeezed: string[] | undefined;
  return (text) => {
    if (texts.some((source) => source.includes(text))) return true;
    squeezed ??= texts.map(squeeze);
    const parts = text.split(OMISSION).map(squeeze).filter(Boolean);
    return parts.length > 0 && squeezed.some((source) => holdsInOrder(source, parts));
  };
}

function holdsInOrder(source: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = source.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** Blanks and the marks of quoted lines count as one blank. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+(?:> )?/g, ' ').trim();
}

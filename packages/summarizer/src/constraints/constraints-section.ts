import { type Entry, isUserEntry, type SummarizeInput } from '@everlong/core';

import { entriesNamed, nameEntries } from '../reading/entry-marks.js';
import { ownSentences } from './find-constraints.js';
import { userText } from '../reading/spoken-text.js';
import { isAbout, isLifting, takesBackLast } from './withdrawals.js';

/** The maximum number of constraints carried as quotes; of older ones only the entry is kept. */
const MAX_CONSTRAINTS = 60;
/** An unnamed withdrawal applies only to a short message directly before it. */
const MAX_TAKEN_BACK_LENGTH = 200;

const EARLIER = 'Earlier ones, by entry: ';
const MAX_EARLIER_LENGTH = 400;
const lineForm = /^(".*") \(#(\d+)(?:; (.*))?\)$/s;
const strong =
  /\b(?:never|not|don['’]?t|must(?:n't)?|always|only|no|can(?:not|['’]t)|forbidden)\b|不|必|禁|ない/i;

/**
 * Extends the lines `"sentence" (#entry)`: sentences in which the user forbids, demands or prefers
 * something, verbatim except for secrets, in order and without repeats. A withdrawn one stays and
 * names the entry that withdraws it: `(#3; withdrawn in #40)`. One that is repeated with other
 * numbers replaces the earlier one: `(#7; instead of #3)`.
 */
export function constraintsSection(
  previous: readonly string[],
  entries: readonly Entry[],
): string[] {
  const constraints = new Map<string, string>();
  for (const line of previous) {
    if (!line.startsWith(EARLIER)) constraints.set(keyIn(constraints, line), line);
  }
  let before: { seq: number; isShort: boolean } | undefined;
  for (const entry of entries) {
    if (!isUserEntry(entry)) continue;
    const text = userText(entry);
    for (const sentence of ownSentences(text)) {
      const taken = withdrawnBy(constraints, sentence.text, before);
      for (const key of taken) withdraw(constraints, key, entry.seq);
      if (taken.length === 0 && sentence.isConstraint) add(constraints, sentence.text, entry.seq);
    }
    if (text !== '') before = { seq: entry.seq, isShort: text.length <= MAX_TAKEN_BACK_LENGTH };
  }
  const lines = [...constraints.values()];
  const earlier = previous.find((line) => line.startsWith(EARLIER));
  return bounded(earlier, lines);
}

/** The constraints in force in the section's lines, without quotation marks. */
export function constraintsInForce(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, quoted = '', , note = ''] = lineForm.exec(line) ?? [];
    return quoted === '' || isWithdrawn(note) ? [] : [quoted.slice(1, -1)];
  });
}

/**
 * The lines for readers: those in force, and of the withdrawn ones those that the visible text
 * still says.
 */
export function shownConstraints(lines: readonly string[], visibleText = ''): string[] {
  return lines.filter((line) => {
    const [, quoted = '', , note = ''] = lineForm.exec(line) ?? [];
    return !isWithdrawn(note) || visibleText.includes(quoted.slice(1, -1));
  });
}

/**
 * The lines for readers of a text beside others: of those in force only what the user's own words
 * in it do not say. What tools or the assistant repeat is no demand to a reader.
 */
export function unrepeatedConstraints(
  lines: readonly string[],
  {
    visibleText = '',
    visibleUserText = '',
  }: Pick<SummarizeInput, 'visibleText' | 'visibleUserText'>,
): string[] {
  // The entry whose demand is shown up to a colon, and means nothing without what follows.
  let leading = '';
  return shownConstraints(lines, visibleText).filter((line) => {
    const [, quoted = '', seq = '', note = ''] = lineForm.exec(line) ?? [];
    const isShown =
      quoted === '' ||
      isWithdrawn(note) ||
      leading === seq ||
      !visibleUserText.includes(quoted.slice(1, -1));
    const isLead = isShown && /[:：]"$/.test(quoted);
    if (isLead) leading = seq;
    else if (leading !== seq) leading = '';
    return isShown;
  });
}

/**
 * Ranks the lines for when not all fit: those in force first, of these the strictest and newest.
 */
export function constraintRank(line: string): number {
  const [, quoted = '', seq = '0', note = ''] = lineForm.exec(line) ?? [];
  const tier = isWithdrawn(note) ? 2 : strong.test(quoted) ? 0 : 1;
  return tier * Number.MAX_SAFE_INTEGER ** 0.5 - Number(seq);
}

function withdrawnBy(
  constraints: ReadonlyMap<string, string>,
  sentence: string,
  before: { seq: number; isShort: boolean } | undefined,
): string[] {
  const isBare = takesBackLast(sentence);
  if (!isBare && !isLifting(sentence)) return [];
  return [...constraints].flatMap(([key, line]) => {
    const [, quoted = '', seq = '', note = ''] = lineForm.exec(line) ?? [];
    if (quoted === '' || isWithdrawn(note)) return [];
    const isLast = isBare && before?.isShort === true && before.seq === Number(seq);
    return isLast || (!isBare && isAbout(sentence, quoted)) ? [key] : [];
  });
}

function withdraw(constraints: Map<string, string>, key: string, seq: number): void {
  const line = constraints.get(key) ?? '';
  constraints.set(key, line.replace(/\)$/, `; withdrawn in #${seq})`));
}

/** A repeated constraint keeps its first entry, unless it was withdrawn in between. */
function add(constraints: Map<string, string>, text: string, seq: number): void {
  const key = keyIn(constraints, `"${text}" (#${seq})`);
  const [, quoted, earlier = '', note = ''] = lineForm.exec(constraints.get(key) ?? '') ?? [];
  if (quoted === `"${text}"` && !isWithdrawn(note)) return;
  constraints.delete(key);
  const isOther = quoted !== undefined && quoted.toLowerCase() !== `"${text}"`.toLowerCase();
  constraints.set(key, `"${text}" (#${seq}${isOther ? `; instead of #${earlier}` : ''})`);
}

function isWithdrawn(note: string): boolean {
  return note.includes('withdrawn in #');
}

/** A number with its unit, but not as part of a name, a path or a reference such as `#17`. */
const amount = /(?<![\p{L}\d_#/\\.:@$-])\d+(?:[.,:]\d+)*(?![\w.:]*[\\/_@-]|\.?\d|\.\w)/gu;
/** A prohibition replaces another one only if it states an amount. */
const forbids = /\b(?:never|not|cannot|avoid|without|except|no)\b|n['’]t\b/i;
const measures =
  /\b(?:than|most|least|over|under|above|below|exceeds?|within|up to|max(?:imum)?|min(?:imum)?|limit|between|beyond|past)\b/i;

/**
 * The sentence without its last amount: sentences that differ only in this are about the same
 * thing. Other amounts say which thing: "tier 2 has 300 ms".
 */
function subjectKey(line: string): string {
  const quoted = wordsOf(line);
  if (forbids.test(quoted) && !measures.test(quoted)) return quoted;
  const last = [...quoted.matchAll(amount)].at(-1);
  if (last === undefined) return quoted;
  return `${quoted.slice(0, last.index)}0${quoted.slice(last.index + last[0].length)}`;
}

/** Of one entry all sentences stay: whoever means both names them next to each other. */
function keyIn(constraints: ReadonlyMap<string, string>, line: string): string {
  const key = subjectKey(line);
  const words = wordsOf(line);
  if (constraints.has(words)) return words;
  const other = constraints.get(key);
  if (other === undefined || wordsOf(other) === words) return key;
  return ownMark(other) === ownMark(line) ? words : key;
}

function wordsOf(line: string): string {
  return (lineForm.exec(line)?.[1] ?? line).toLowerCase();
}

function bounded(earlier: string | undefined, lines: string[]): string[] {
  const over = new Set(
    lines
      .toSorted((left, right) => boundRank(right) - boundRank(left))
      .slice(0, Math.max(0, lines.length - MAX_CONSTRAINTS)),
  );
  const left = [earlier ?? '', ...lines.filter((line) => over.has(line)).map(ownMark)].join(' ');
  const named = nameEntries(entriesNamed(left), (text) => text.length <= MAX_EARLIER_LENGTH);
  const kept = lines.filter((line) => !over.has(line));
  return named === undefined ? kept : [EARLIER + named, ...kept];
}

/** Removes withdrawn constraints first, then the oldest. */
function boundRank(line: string): number {
  const [, , seq = '0', note = ''] = lineForm.exec(line) ?? [];
  return (isWithdrawn(note) ? Number.MAX_SAFE_INTEGER ** 0.5 : 0) - Number(seq);
}

function ownMark(line: string): string {
  return `#${lineForm.exec(line)?.[2] ?? '0'}`;
}

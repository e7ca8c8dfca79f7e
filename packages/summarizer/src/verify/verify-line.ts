import { claimsIn } from './claims-in.js';
import { longQuotations } from './quotations-in.js';
import type { SourceIndex } from './source-index.js';
import { unmarked, withMark } from './unknown-values.js';

/** A line without what no source contains. */
export interface VerifiedLine {
  text: string;
  /** Values, entry numbers, exit codes and quotations that were looked up, and those not found. */
  checked: number;
  struck: number;
}

/** Names that are common to many programs; a new one among what is still to be done is no claim. */
const NAMES: ReadonlySet<string> = new Set(['identifier', 'variable']);
const STRUCK = '[struck]';
export const ENTRY_MARK = /#(\d{1,9})(?!\w)/g;
/** A code alone may be of HTTP or anything else. */
const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)? (\d{1,3})\b/gi;

/**
 * Replaces the values, entry numbers and exit codes of a line that no source contains by `[struck]`,
 * and takes the quotation marks from words that nobody said. Values of a task that is still to be
 * done may be new: they stay, and the line says that they are not in the log. Wording is left as it
 * is: what a sentence means, code cannot check.
 */
export function verifyLine(
  given: string,
  sources: SourceIndex,
  { isTask = false }: { isTask?: boolean } = {},
): VerifiedLine {
  const line = unmarked(given);
  let checked = 0;
  let struck = 0;
  const check = (isHeld: boolean): boolean => {
    checked++;
    if (!isHeld) struck++;
    return isHeld;
  };
  // A line with breaks is code in a fence.
  const quoted = line.includes('\n')
    ? line
    : withoutMarks(line, (words) => check(sources.holdsText(words)));
  const marked = quoted.replace(ENTRY_MARK, (mark, seq: string) =>
    check(sources.holdsEntry(seq) || sources.holdsText(mark)) ? mark : STRUCK,
  );
  const coded = marked.replace(EXIT_CODE, (words, code: string) =>
    check(
      sources.holdsText(words) ||
        sources.holdsText(`code ${code}`) ||
        sources.holdsText(`returncode>${code}`),
    )
      ? words
      : words.replace(code, STRUCK),
  );
  const unknown: string[] = [];
  let text = '';
  let from = 0;
  for (const { value, start, end, kind, isLocal } of claimsIn(coded)) {
    if (value.startsWith(STRUCK)) continue;
    const isHeld = isLocal ? sources.holdsNumber(value) : sources.holdsValue(value);
    if (check(isHeld || (isCutShort(coded, { start, end }) && sources.holdsText(value)))) continue;
    if (isTask) {
      if (!NAMES.has(kind)) unknown.push(value);
      continue;
    }
    const part = value.includes('/') ? undefined : heldEnd(value, sources);
    text += coded.slice(from, start) + (part ?? STRUCK);
    from = end;
  }
  return { text: withMark(text + coded.slice(from), unknown), checked, struck };
}

/** Whether a mark of omission stands before or behind a value. */
function isCutShort(line: string, { start, end }: { start: number; end: number }): boolean {
  const around = [line.slice(Math.max(0, start - 3), start), line.slice(end, end + 3)];
  return /(?:…|\.\.\.)$/.test(around[0] ?? '') || /^(?:…|\.\.\.)/.test(around[1] ?? '');
}

/** The line without the marks of quotations that do not hold, one within another too. */
function withoutMarks(line: string, holds: (words: string) => boolean): string {
  let text = '';
  let from = 0;
  for (const { words, start, end } of longQuotations(line)) {
    text += line.slice(from, start);
    text += holds(words) ? line.slice(start, end) : withoutMarks(words, holds);
    from = end;
  }
  return text + line.slice(from);
}

/** Shorter names occur anywhere. */
const MIN_END_LENGTH = 4;

/** What of the end of a qualified name a source contains: `scan` for `Parser.scan`. */
function heldEnd(value: string, sources: SourceIndex): string | undefined {
  for (let at = value.indexOf('.'); at >= 0; at = value.indexOf('.', at + 1)) {
    const end = value.slice(at + 1);
    if (end.length >= MIN_END_LENGTH && !/^[\d.]+$/.test(end) && sources.holdsValue(end))
      return end;
  }
  return undefined;
}

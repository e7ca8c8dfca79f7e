import { ConfigError } from '@everlong/core';
import { characterBoundary, checkNumber, largestThatFits, showPart } from '@everlong/core/internal';

export interface PageOptions {
  maxTokens: number;
  count(text: string): number;
}

/** Throws `ConfigError` for an answer's size, or a way to count it, that cannot be used. */
export function checkPage(
  caller: string,
  { maxTokens = 0, count }: { maxTokens?: number; count?: unknown },
): void {
  checkNumber(`maxTokens of ${caller}`, maxTokens, 0);
  if (count === undefined || typeof count === 'function') return;
  throw new ConfigError(
    `count of ${caller} must be a function that takes a text, not ${showPart(count)}.`,
  );
}

/** Room for the notice that says what is left out. */
const NOTICE_TOKENS = 24;

/** A longer line, such as JSON without line breaks, counts as several. */
const MAX_LINE_LENGTH = 2000;
/** Characters of such a line that count as one. */
const PIECE_LENGTH = 240;

/**
 * As many whole lines as fit, from line `fromLine` on (1 is the first); a last line says how many
 * are left out and where they begin. A line of more than 2,000 characters counts as one for every
 * 240 of them. A first line that alone is too long is cut.
 */
export function pageLines(text: string, fromLine: number, options: PageOptions): string {
  const { maxTokens, count } = options;
  const lines = text
    .split('\n')
    .flatMap(piecesOf)
    .slice(fromLine - 1);
  const [first] = lines;
  if (first === undefined) return `[there is no line ${fromLine}]`;
  let kept = 0;
  let used = 0;
  for (const line of lines) {
    used += count(`${line.text}\n`);
    if (used > maxTokens - NOTICE_TOKENS) break;
    kept++;
  }
  const shown = lines.slice(0, kept).reduce((all, { text: line, ends }) => all + line + ends, '');
  const part = kept === 0 ? cutLine(first.text, options) : shown.replace(/\n$/, '');
  const next = Math.max(kept, 1);
  if (next === lines.length) return part;
  return `${part}\n[${lines.length - next} more lines, from line ${fromLine + next}]`;
}

/** A line as those that it counts as, each with what follows it. */
function piecesOf(line: string): { text: string; ends: '' | '\n' }[] {
  if (line.length <= MAX_LINE_LENGTH) return [{ text: line, ends: '\n' }];
  const pieces: { text: string; ends: '' | '\n' }[] = [];
  for (let start = 0; start < line.length;) {
    const end = characterBoundary(line, Math.min(line.length, start + PIECE_LENGTH));
    pieces.push({ text: line.slice(start, end), ends: end < line.length ? '' : '\n' });
    start = end;
  }
  return pieces;
}

/** The text, or as much of its start as fits, however small the room: maybe nothing. */
export function startThatFits(text: string, { maxTokens, count }: PageOptions): string {
  const fits = (end: number): boolean => count(text.slice(0, end).toWellFormed()) <= maxTokens;
  if (fits(text.length)) return text;
  return text.slice(0, largestThatFits(text.length - 1, fits)).toWellFormed();
}

/** The start of one line that alone is too long, by halving. */
function cutLine(line: string, { maxTokens, count }: PageOptions): string {
  const room = Math.max(1, maxTokens - NOTICE_TOKENS);
  let length = Math.min(line.length, room * 8);
  while (length > 1 && count(line.slice(0, length)) > room) length = length >> 1;
  return `${line.slice(0, length).toWellFormed()} [line cut: ${line.length} characters; give a value to see around it]`;
}

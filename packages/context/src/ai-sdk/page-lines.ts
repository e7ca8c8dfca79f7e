import { ConfigError } from '@everlong/core';
import { checkNumber, largestThatFits, showPart } from '@everlong/core/internal';

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

/**
 * As many whole lines as fit, from line `fromLine` on (1 is the first); a last line says how many
 * are left out and where they begin. A first line that alone is too long is cut.
 */
export function pageLines(text: string, fromLine: number, options: PageOptions): string {
  const { maxTokens, count } = options;
  const lines = text.split('\n').slice(fromLine - 1);
  if (lines.length === 0) return `[there is no line ${fromLine}]`;
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    const tokens = count(`${line}\n`);
    if (used + tokens > maxTokens - NOTICE_TOKENS) break;
    used += tokens;
    kept.push(line);
  }
  const [first = ''] = lines;
  if (kept.length === lines.length) return kept.join('\n');
  if (kept.length === 0) kept.push(cutLine(first, options));
  const left = lines.length - kept.length;
  if (left > 0) kept.push(`[${left} more lines, from line ${fromLine + kept.length}]`);
  return kept.join('\n');
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

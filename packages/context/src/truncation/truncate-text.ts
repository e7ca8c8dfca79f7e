import { characterBoundary } from '@everlong/core/internal';

import { informativeLines } from './informative-lines.js';
import { readEnds, type TextEnds } from './text-ends.js';

/** The share of what is kept that comes from the head; the rest is the tail. */
const HEAD_SHARE = 2 / 3;
/**
 * What lines from between may take of the tokens, up to so many; of fewer than the last they take
 * none.
 */
const LINES_SHARE = 1 / 3;
const MAX_LINES_TOKENS = 1_000;
const MIN_TOKENS_WITH_LINES = 300;

/** With fewer, what would be left of a text beside the mark says nothing. */
const MIN_TOKENS_WITH_HEAD = 10;

/** Marks a text that was cut; all that is left of one for which there is no room. */
export const CUT_MARK = '[cut]';

/**
 * The text itself when it has at most `maxTokens` tokens, else its head and tail with a notice
 * between them that says how much is missing and, where there is room, shows those lines of it that
 * name the most exact values; never over the limit and never inside a code point.
 * What is left of a text that was cut holds no recognised secret.
 * Where the notice would take most of the room, it is the head with a short mark.
 */
export function truncateText(
  source: string,
  maxTokens: number,
  count: (text: string) => number,
): string {
  const total = count(source);
  if (total <= maxTokens) return source;
  const shown = readEnds(source, Math.ceil((maxTokens / total) * source.length));
  const longest = (tokens: number, write: (keep: number) => string): string | undefined => {
    let keep = Math.floor((tokens / total) * (shown.text.length + shown.unread));
    for (let attempt = 0; attempt < 24 && keep > 0; attempt++) {
      const candidate = write(keep);
      const needed = count(candidate);
      if (needed <= maxTokens) return candidate;
      keep = Math.min(keep - 1, Math.floor(keep * Math.min(0.95, maxTokens / needed)));
    }
    return undefined;
  };
  const fitted = (tokens: number, lines: readonly string[]): string | undefined =>
    longest(tokens, (keep) => cut(shown, { keep, total, lines }));
  const shortened = (): string | undefined =>
    maxTokens < MIN_TOKENS_WITH_HEAD
      ? undefined
      : longest(maxTokens, (keep) => cutShort(shown, keep));
  const isMostlyNotice = 2 * count(cut(shown, { keep: 0, total, lines: [] })) > maxTokens;
  return (
    withLines(shown, { maxTokens, total, count }, fitted) ??
    (isMostlyNotice ? shortened() : fitted(maxTokens, [])) ??
    CUT_MARK
  );
}

/** The head alone. */
function cutShort({ text }: TextEnds, keep: number): string {
  return `${text.slice(0, characterBoundary(text, keep))}${CUT_MARK}`;
}

function withLines(
  { text, unread }: TextEnds,
  { maxTokens, total, count }: { maxTokens: number; total: number; count(text: string): number },
  fitted: (tokens: number, lines: readonly string[]) => string | undefined,
): string | undefined {
  if (maxTokens < MIN_TOKENS_WITH_LINES) return undefined;
  const room = Math.min(Math.floor(maxTokens * LINES_SHARE), MAX_LINES_TOKENS);
  const tokens = maxTokens - room;
  const keep = Math.floor((tokens / total) * (text.length + unread));
  const [head, between, tail] = parted(text, keep);
  const lines = informativeLines(between, `${head}\n${tail}`, { maxTokens: room, count });
  return lines.length === 0 ? undefined : fitted(tokens, lines);
}

interface Cut {
  /** How many characters of the head and the tail stay. */
  keep: number;
  /** Tokens of the whole text. */
  total: number;
  lines: readonly string[];
}

function cut({ text, unread }: TextEnds, { keep, total, lines }: Cut): string {
  const [head, between, tail] = parted(text, keep);
  const left = `${between.length + unread} of ${text.length + unread}`;
  const size = `${left} characters (${total} tokens in all)`;
  const shown = lines.length === 0 ? ' ' : `, but for these lines:\n${lines.join('\n')}\n`;
  return `${head}\n[... ${size} left out here${shown}...]\n${tail}`;
}

/** The head and the tail, of which so many characters stay together, and what is between them. */
function parted(text: string, keep: number): [head: string, between: string, tail: string] {
  const headEnd = characterBoundary(text, Math.floor(keep * HEAD_SHARE));
  const tailStart = characterBoundary(text, text.length - (keep - headEnd));
  return [text.slice(0, headEnd), text.slice(headEnd, tailStart), text.slice(tailStart)];
}

import { countWords, shortenQuote } from './quote.js';

export interface FitLinesOptions {
  maxTokens: number;
  maxWords: number;
  count(text: string): number;
  /** Which lines stay when not all fit: the first or the last ones, or those first in this order. */
  keep: 'first' | 'last' | ((line: string) => number);
  /** Whether a last line names the entries (`#n`) of the lines that were left out. */
  listEntries: boolean;
}

export interface FittedLines {
  /** In their order, each with a list mark. */
  lines: string[];
  tokens: number;
  /** How many were left out. */
  left: number;
}

/** To how many words a quote is shortened when the line has no room as it is. */
const SHORTER = [24, 10];

/**
 * As many lines as fit the words and the tokens. A line without room is tried with a shorter quote
 * and otherwise left out.
 */
export function fitLines(lines: readonly string[], options: FitLinesOptions): FittedLines {
  const { maxWords, count, keep, listEntries } = options;
  const total = lines.reduce((sum, line) => sum + count(`- ${line}\n`), 0);
  const isTight = total > options.maxTokens;
  // The line that names what was left out needs room of its own.
  const maxTokens =
    listEntries && isTight ? Math.floor(options.maxTokens * 0.8) : options.maxTokens;
  const kept = new Map<number, string>();
  let tokens = 0;
  let words = 0;
  for (const index of keepOrder(lines, keep)) {
    const line = lines[index] ?? '';
    for (const variant of [line, ...SHORTER.map((size) => shortenQuote(line, size))]) {
      const cost = count(`- ${variant}\n`);
      const length = countWords(variant);
      if (tokens + cost > maxTokens || words + length > maxWords) continue;
      kept.set(index, variant);
      tokens += cost;
      words += length;
      break;
    }
  }
  const shown = lines.flatMap((_, index) => kept.get(index) ?? []).map((line) => `- ${line}`);
  const left = lines.length - kept.size;
  if (listEntries && left > 0) {
    const missing = lines.filter((_, index) => !kept.has(index));
    const named = namedEntries(missing, (line) => tokens + count(`${line}\n`) <= options.maxTokens);
    if (named !== undefined) {
      shown.unshift(named);
      tokens += count(`${named}\n`);
    }
  }
  return { lines: shown, tokens, left };
}

function keepOrder(lines: readonly string[], keep: FitLinesOptions['keep']): number[] {
  const order = [...lines.keys()];
  if (keep === 'first') return order;
  if (keep === 'last') return order.toReversed();
  const ranks = lines.map(keep);
  return order.toSorted((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0));
}

/** `- also in #3, #9`: the entries that the lines come from, the newest that fit. */
function namedEntries(lines: string[], fits: (line: string) => boolean): string | undefined {
  const marks = [...new Set(lines.flatMap((line) => line.match(/#\d+/g) ?? []))];
  for (let size = marks.length; size > 0; size = Math.floor(size * 0.7)) {
    const line = `- also in entries ${marks.slice(-size).join(', ')}`;
    if (fits(line)) return line;
  }
  return undefined;
}

import { entriesNamed, nameEntries } from '../reading/entry-marks.js';
import { countWords, shortenQuote } from '../reading/quote.js';

export interface FitLinesOptions {
  maxTokens: number;
  maxWords: number;
  count(text: string): number;
  /** Which lines stay when not all fit: the first, the last, or those with the lowest rank. */
  keep: 'first' | 'last' | ((line: string, index: number) => number);
  /** Whether a last line names the entries (`#n`) of omitted lines. */
  listEntries: boolean;
}

export interface FittedLines {
  /** In their order, each with a list mark. */
  lines: string[];
  tokens: number;
  words: number;
  /** The number of omitted lines. */
  left: number;
}

/** The lengths in words to which quotes are shortened for lines without room. */
const SHORTER = [24, 10];

/**
 * Returns as many lines as fit the words and the tokens. Shortens the quote of a line without room,
 * or omits the line.
 */
export function fitLines(lines: readonly string[], options: FitLinesOptions): FittedLines {
  const { maxWords, count, keep, listEntries } = options;
  const total = lines.reduce((sum, line) => sum + count(`- ${line}\n`), 0);
  const isTight = total > options.maxTokens;
  // The line that names omitted entries needs room of its own.
  const reserve =
    listEntries && isTight
      ? Math.max(Math.ceil(options.maxTokens * 0.2), count(`${widestName(lines)}\n`))
      : 0;
  const maxTokens = options.maxTokens - reserve;
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
    const missing = lines.filter((_, index) => !kept.has(index)).join(' ');
    const lineOf = (named: string): string => `- also in entries ${named}`;
    const fits = (named: string): boolean =>
      tokens + count(`${lineOf(named)}\n`) <= options.maxTokens;
    const named = nameEntries(entriesNamed(missing), fits);
    if (named !== undefined) {
      shown.unshift(lineOf(named));
      tokens += count(`${lineOf(named)}\n`);
    }
  }
  return { lines: shown, tokens, words, left };
}

/** One range of all entries, the longest name that some of them can need. */
function widestName(lines: readonly string[]): string {
  const ranges = entriesNamed(lines.join(' '));
  return `- also in entries #${ranges[0]?.[0] ?? 0}–#${ranges.at(-1)?.[1] ?? 0}`;
}

function keepOrder(lines: readonly string[], keep: FitLinesOptions['keep']): number[] {
  const order = [...lines.keys()];
  if (keep === 'first') return order;
  if (keep === 'last') return order.toReversed();
  const ranks = lines.map(keep);
  return order.toSorted((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0));
}

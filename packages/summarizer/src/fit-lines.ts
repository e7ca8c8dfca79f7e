import { countWords } from './quote.js';

export interface FitLinesOptions {
  maxTokens: number;
  maxWords: number;
  count(text: string): number;
  /** Which lines stay when not all fit: the first or the last ones. */
  keep: 'first' | 'last';
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

/** As many whole lines as fit the words and the tokens. A line that is too long alone is skipped. */
export function fitLines(lines: readonly string[], options: FitLinesOptions): FittedLines {
  const { maxWords, count, keep, listEntries } = options;
  const total = lines.reduce((sum, line) => sum + count(`- ${line}\n`), 0);
  const isTight = total > options.maxTokens;
  // The line that names what was left out needs room of its own.
  const maxTokens =
    listEntries && isTight ? Math.floor(options.maxTokens * 0.8) : options.maxTokens;
  const kept = new Set<number>();
  let tokens = 0;
  let words = 0;
  for (let step = 0; step < lines.length; step++) {
    const index = keep === 'first' ? step : lines.length - 1 - step;
    const line = lines[index] ?? '';
    const cost = count(`- ${line}\n`);
    const length = countWords(line);
    if (tokens + cost > maxTokens || words + length > maxWords) continue;
    kept.add(index);
    tokens += cost;
    words += length;
  }
  const shown = lines.filter((_, index) => kept.has(index)).map((line) => `- ${line}`);
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

/** `- also in #3, #9`: the entries that the lines come from, the newest that fit. */
function namedEntries(lines: string[], fits: (line: string) => boolean): string | undefined {
  const marks = [...new Set(lines.flatMap((line) => line.match(/#\d+/g) ?? []))];
  for (let size = marks.length; size > 0; size = Math.floor(size * 0.7)) {
    const line = `- also in entries ${marks.slice(-size).join(', ')}`;
    if (fits(line)) return line;
  }
  return undefined;
}

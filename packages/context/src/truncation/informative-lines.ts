import { extractValues } from '@everlong/summarizer';

/** Of a longer text so many characters of both ends are looked at. */
const MAX_END_LENGTH = 100_000;
/** A longer line is cut after a word. */
const MAX_LINE_LENGTH = 160;
/** Each further use of a value in the text says less than the one before it. */
const REPEATS = 0.7;
/** A line whose values others have named by now gives way below this share of what it was worth. */
const LEAST_SHARE = 0.5;
/** After so many lines that are too long for what is left, no shorter one is looked for. */
const MAX_MISFITS = 20;

export interface InformativeLinesOptions {
  /** The lines, each with a line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
}

interface Candidate {
  line: string;
  values: string[];
}

/**
 * The lines of a text that name the most exact values for their length, in order, as many as fit;
 * values already in `shown` do not count. Deterministic.
 */
export function informativeLines(
  text: string,
  shown: string,
  { maxTokens, count }: InformativeLinesOptions,
): string[] {
  const named = valuesOf(shown);
  const uses = new Map<string, number>();
  const candidates = bothEnds(text)
    .split('\n')
    .flatMap((whole): Candidate[] => {
      const line = shortenLine(whole.trim());
      const values = [...valuesOf(line)].filter((value) => !named.has(value));
      for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
      return values.length === 0 ? [] : [{ line, values }];
    });
  const worthOf = ({ line, values }: Candidate): number =>
    values.reduce(
      (sum, value) => sum + (named.has(value) ? 0 : (uses.get(value) ?? 0) ** REPEATS),
      0,
    ) /
    (line.length + 4);
  const ranked = candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .toSorted((left, right) => right.worth - left.worth);
  const chosen = new Set<Candidate>();
  let left = maxTokens;
  let misfits = 0;
  for (const { candidate, worth } of ranked) {
    if (worthOf(candidate) < worth * LEAST_SHARE) continue;
    const tokens = count(`${candidate.line}\n`);
    if (tokens <= left) {
      left -= tokens;
      chosen.add(candidate);
      for (const value of candidate.values) named.add(value);
    } else if (++misfits === MAX_MISFITS) break;
  }
  return candidates.filter((candidate) => chosen.has(candidate)).map(({ line }) => line);
}

function valuesOf(text: string): Set<string> {
  return new Set(extractValues(text).map(({ value }) => value));
}

/** Whole lines of both ends. */
function bothEnds(text: string): string {
  if (text.length <= 2 * MAX_END_LENGTH) return text;
  const head = text.slice(0, text.lastIndexOf('\n', MAX_END_LENGTH) + 1);
  const tailStart = text.indexOf('\n', text.length - MAX_END_LENGTH);
  return head + (tailStart < 0 ? '' : text.slice(tailStart + 1));
}

function shortenLine(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const end = line.lastIndexOf(' ', MAX_LINE_LENGTH);
  return end <= 0 ? '' : `${line.slice(0, end)} […]`;
}

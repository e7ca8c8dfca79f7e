import { CUT, oneLine, SEPARATOR, shorten } from '../reading/shorten.js';

/** A result this short is told whole. */
const WHOLE_LENGTH = 240;
/** Of a longer one so much: its last lines, and of a failure the line that names it. */
const END_LENGTH = 140;
/** Only so much of either end of a result is read. */
const READ_LENGTH = 20_000;

/** The tokens by which programs name a failure; the only words of outputs that are known. */
const FAILURE_TOKENS =
  /(?:\b\w*(?:Error|Exception)\b(?!s)|\berror(?:\[\w+\])?:|\bERR!|\bFAIL(?:ED)?\b|\bfatal:|\bpanic:?|\bTraceback\b|✗|✘|×)/;

/** Knows the lines that many results have, numbers apart. */
export interface LineCounter {
  /** The lines that are not among those, in order. */
  fresh(lines: readonly string[]): readonly string[];
}

/** After so many results with a line it says nothing. */
const COMMON_AFTER = 3;
const MAX_COUNTED = 400;

export function createLineCounter(): LineCounter {
  const counts = new Map<string, number>();
  return {
    fresh(lines) {
      const forms = lines
        .slice(-MAX_COUNTED)
        .map((line) => line.replaceAll(/[\da-f]+/g, (run) => (/\d/.test(run) ? '0' : run)));
      const kept = lines
        .slice(-MAX_COUNTED)
        .filter((_, index) => (counts.get(forms[index] ?? '') ?? 0) < COMMON_AFTER);
      for (const form of new Set(forms)) counts.set(form, (counts.get(form) ?? 0) + 1);
      return kept;
    },
  };
}

export interface TellingOptions {
  failed: boolean;
  counter: LineCounter;
  /** What the assistant said when it had read the result. */
  next?: string;
}

/**
 * The telling part of a result, as one line: all of a short one, else its end, and the line that
 * names a failure or shares the most words with what was said next.
 */
export function tellingResult(
  output: string,
  { failed, counter, next = '' }: TellingOptions,
): string {
  const read =
    output.length <= 2 * READ_LENGTH
      ? output
      : `${output.slice(0, READ_LENGTH)}\n${output.slice(-READ_LENGTH)}`;
  const lines = linesOf(read);
  const fresh = counter.fresh(lines);
  const all = fresh.length === 0 && failed ? lines : fresh;
  const text = all.join(SEPARATOR);
  if (text.length <= WHOLE_LENGTH) return text;
  const end = lastLines(all);
  const failure = failed ? all.findLast((line) => FAILURE_TOKENS.test(line)) : undefined;
  const named = failure ?? spokenOf(all, next);
  if (named === undefined || end.includes(named)) return end;
  return [shorten(named, END_LENGTH), CUT, end].join(SEPARATOR);
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_./:-]*[\p{L}\p{N}]/gu;
/** Fewer words are shared by chance. */
const LEAST_SHARED = 3;

/** The line that shares the most words with a text, for its length. */
function spokenOf(lines: readonly string[], text: string): string | undefined {
  const spoken = new Set(text.match(TOKEN));
  let best: string | undefined;
  let most = 0;
  for (const line of lines) {
    const shared = new Set((line.match(TOKEN) ?? []).filter((token) => spoken.has(token))).size;
    const worth = shared / Math.sqrt(line.length);
    if (shared >= LEAST_SHARED && worth > most) [best, most] = [line, worth];
  }
  return best;
}

/** The lines that say something: not blank, and more than a tag, a row of signs or an exit by 0. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^<\/?[\w-]+>(?:0<\/[\w-]+>)?$/.test(line));
}

function lastLines(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines.toReversed()) {
    if (kept.length > 0 && length + line.length > END_LENGTH) break;
    kept.unshift(shorten(line, END_LENGTH));
    length += line.length;
  }
  return kept.join(SEPARATOR);
}

import type { LineRange } from '@everlong/core';

import type { MessageGroup } from '../rendering/message-group.js';
import { resultLines } from '../truncation/kept-lines.js';
import { comparableLine } from './group-contents.js';

/** Shorter results are not worth a notice. */
const MIN_LINES = 12;

/** So many lines in a row that newer messages show are dropped; shorter ones do not count. */
const MIN_RUN = 5;

/** At most so many runs are dropped, the longest first, so that what stays can be read. */
const MAX_RUNS = 12;

interface Run extends LineRange {
  /** Lines that newer messages show. */
  repeated: number;
}

/**
 * The lines that stay of the results of a group's entries, by `seq`, when runs of lines that newer
 * messages (`shown`) hold are left out; nothing for entries that stay whole.
 */
export function withoutRepeatedLines(
  { rendered }: MessageGroup,
  shown: ReadonlySet<string>,
): Map<number, LineRange[]> {
  const kept = new Map<number, LineRange[]>();
  for (const { seq, messages, disposition } of rendered) {
    // In a result that was shortened, line numbers are not those of the log.
    if (disposition !== 'verbatim') continue;
    const lines = messages.flatMap(resultLines);
    if (lines.length < MIN_LINES) continue;
    const runs = repeatedRuns(lines, shown);
    if (runs.length > 0) kept.set(seq, between(runs, lines.length));
  }
  return kept;
}

function repeatedRuns(lines: readonly string[], shown: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const [index, text] of lines.entries()) {
    const line = comparableLine(text);
    if (line === undefined) continue;
    if (!shown.has(line)) {
      run = undefined;
      continue;
    }
    if (run === undefined) runs.push((run = { from: index + 1, to: index + 1, repeated: 0 }));
    run.to = index + 1;
    run.repeated++;
  }
  return runs
    .filter(({ repeated }) => repeated >= MIN_RUN)
    .toSorted((one, other) => other.repeated - one.repeated)
    .slice(0, MAX_RUNS)
    .toSorted((one, other) => one.from - other.from);
}

function between(runs: readonly LineRange[], last: number): LineRange[] {
  const kept: LineRange[] = [];
  let next = 1;
  for (const { from, to } of [...runs, { from: last + 1, to: last + 1 }]) {
    if (from > next) kept.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  return kept;
}

import { closeSync, fstatSync } from 'node:fs';

import { openForReading } from '../files/file-errors.js';
import type { LineFacts, LineKind } from '../log/line-kind.js';
import { createRows, type GrowingRows, rowAt } from '../log/log-rows.js';
import { scanLog } from '../log/log-scan.js';
import { emptyLog, type LogState } from '../log/log-state.js';
import { readLine, readSpan } from '../log/read-lines.js';

/** How the lines of a log lie, read in one pass without its index. */
export interface LogExamination {
  size: number;
  state: LogState;
  rows: GrowingRows;
  /** Items whose line comes after that of a later one. */
  late: number[];
  /** Items that two equal lines hold. */
  doubled: number[];
  /** Items that two different lines claim to be. */
  contested: number[];
  /** Places where a line that cannot be read stands before the item's own. */
  stray: number[];
  /** The end of the lines that count: a batch that only moved is not torn. */
  end: number;
  /** True if what follows `end` holds an item that is missing before. */
  tailFillsGap: boolean;
}

/** Examines a log; `undefined` when there is no such file. Every line goes to `visit`. */
export async function examineLog(
  path: string,
  kind: LineKind,
  visit: (line: Buffer) => void,
): Promise<LogExamination | undefined> {
  const file = openForReading(path);
  if (file === undefined) return undefined;
  try {
    const { size } = fstatSync(file);
    const rows = createRows(0);
    const places = createPlaces((seq) =>
      readLine(file, rowAt(rows.slice(seq, seq + 1), 0).offset ?? size, size),
    );
    const watched: LineKind = {
      describe(line, seq) {
        const facts = kind.describe(line, seq);
        visit(line);
        places.take(line, facts, seq);
        return facts;
      },
    };
    const state = await scanLog(file, size, watched, emptyLog, rows);
    const { late, doubled, contested, stray } = places;
    const offsetOf = (seq: number): number => rowAt(rows.slice(seq, seq + 1), 0).offset ?? 0;
    const hasMoved = late.some((seq) => offsetOf(seq) >= state.end);
    const isWhole = tailLines(file, state.end, size).every(
      (line) => kind.describe(line, state.count) !== undefined,
    );
    const end = hasMoved && isWhole ? size : state.end;
    const tailFillsGap = hasMoved && !isWhole;
    return { size, state, rows, late, doubled, contested, stray, end, tailFillsGap };
  } finally {
    closeSync(file);
  }
}

type Places = Pick<LogExamination, 'late' | 'doubled' | 'contested' | 'stray'> & {
  take(line: Buffer, facts: LineFacts | undefined, expected: number): void;
};

function createPlaces(lineOf: (seq: number) => Buffer | undefined): Places {
  const missing = new Set<number>();
  const broken = new Set<number>();
  const found = { late: [], doubled: [], contested: [], stray: [] } as Omit<Places, 'take'>;
  return {
    ...found,
    take(line, facts, expected) {
      if (facts === undefined) broken.add(expected);
      if (facts?.isItem !== true || facts.seq === undefined) return;
      const { seq } = facts;
      const gap = seq - expected <= MAX_GAP ? Math.max(0, seq - expected) : 0;
      for (let at = 0; at < gap; at++) missing.add(expected + at);
      if (seq >= expected) return;
      if (missing.delete(seq)) found.late.push(seq);
      else if (broken.delete(seq)) found.stray.push(seq);
      else if (lineOf(seq)?.equals(line) === true) found.doubled.push(seq);
      else found.contested.push(seq);
    },
  };
}

/** A line that claims to be further on counts as one that cannot be read. */
const MAX_GAP = 100_000;

function tailLines(file: number, from: number, to: number): Buffer[] {
  const lineAt = readSpan(file, from, to);
  const lines: Buffer[] = [];
  for (let at = from; at < to;) {
    const line = lineAt(at);
    if (line === undefined) break;
    lines.push(line);
    at += line.length + 1;
  }
  return lines;
}

/** What the lab played, as it is kept in files and put together again. */
import { readFileSync } from 'node:fs';

import type { PolicyResult } from '@everlong/replay';

/** One policy in one session at one window. */
export interface LabRow {
  source: string;
  /** The file's name in the folder of its source. */
  file: string;
  result: PolicyResult;
  /** Whether the fixed sample leaves the session out: it is in no sum with the others. */
  isLeftOut?: boolean;
}

/** A row beside the yardstick of the same session and window. */
export interface LabResult extends LabRow {
  newest: PolicyResult;
}

/** What one run of the lab took. */
interface RunTime {
  policies: readonly string[];
  windows: readonly number[];
  seconds: number;
  /** Of all processors together. */
  cpuSeconds: number;
  build: string;
}

/** A run of the lab, or several put together. */
export interface LabRun {
  runs: RunTime[];
  rows: LabRow[];
}

/** Runs as they were kept in files, the oldest first. */
export function readRuns(files: readonly string[]): LabRun[] {
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as LabRun);
}

/** Runs as one: of the same policy, session and window the last row counts. */
export function mergeRuns(all: readonly LabRun[]): LabRun {
  const rows = new Map<string, LabRow>();
  for (const row of all.flatMap((run) => run.rows)) rows.set(keyOf(row), row);
  return { runs: all.flatMap(({ runs }) => runs), rows: [...rows.values()] };
}

/** Rows beside the row of `newest`; those of a session that `newest` did not play are left out. */
export function besideNewest(rows: readonly LabRow[]): LabResult[] {
  const newest = new Map(
    rows.flatMap((row) =>
      row.result.policy === 'newest' ? [[placeOf(row), row.result] as const] : [],
    ),
  );
  return rows.flatMap((row) => {
    const yardstick = newest.get(placeOf(row));
    return yardstick === undefined ? [] : [{ ...row, newest: yardstick }];
  });
}

/** How much was played; `sample` says what of the recordings that is. */
export function describeSample(rows: readonly LabRow[], sample: string): string {
  const { window } = rows[0]?.result ?? {};
  const newest = rows.filter(
    ({ result }) => result.window === window && result.policy === 'newest',
  );
  const requests = newest.reduce((sum, { result }) => sum + result.requests, 0);
  // A quarter of the window at most is kept free.
  const reserve = Math.max(0, ...rows.map(({ result }) => result.reserve));
  const sources = new Set(newest.map(({ source }) => source)).size;
  return (
    `${newest.length} sessions of ${sources} sources${sample}, ${requests} requests for each policy and window; ` +
    `reserve ${reserve}, prices of ${rows[0]?.result.model ?? ''}.`
  );
}

/** What each run took, as a list. */
export function describeRuns(runs: LabRun['runs']): string[] {
  return runs.map(
    ({ policies, windows, seconds, cpuSeconds, build }) =>
      `- ${policies.length} policies at ${windows.length} windows: ${cpuSeconds} s of processor time in ${seconds} s; ${build}.`,
  );
}

function placeOf({ source, file, result }: LabRow): string {
  return `${source}/${file} ${result.window}`;
}

function keyOf(row: LabRow): string {
  return `${placeOf(row)} ${row.result.policy}`;
}

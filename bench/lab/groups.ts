/** The lab's results by window and policy. */
import { isMade } from './generated-sessions.ts';
import type { LabResult, LabRow } from './rows.ts';

/** A window, and what was played at it. */
export type WindowResults = readonly [window: number, results: readonly LabResult[]];

/** Whether a row is of the sample: those made from a seed or left out are in no sum with them. */
export function isSampled({ source, isLeftOut = false }: LabRow): boolean {
  return !isMade(source) && !isLeftOut;
}

/** The recorded sessions of the sample, by window. */
export function recordedByWindow(results: readonly LabResult[]): WindowResults[] {
  return byWindow(results.filter(isSampled));
}

export function madeByWindow(results: readonly LabResult[]): WindowResults[] {
  return byWindow(results.filter(({ source }) => isMade(source)));
}

function byWindow(results: readonly LabResult[]): WindowResults[] {
  const windows = [...Map.groupBy(results, ({ result }) => result.window)];
  return windows.toSorted(([left], [right]) => left - right);
}

export function byPolicy(results: readonly LabResult[]): [string, LabResult[]][] {
  return [...Map.groupBy(results, ({ result }) => result.policy)];
}

export function windowName(window: number): string {
  return `window ${window.toLocaleString('en-US')}`;
}

/**
 * Plays sessions for the lab: every policy at a window, and settings that were fitted elsewhere.
 */
import { readFileSync } from 'node:fs';

import { type FileResult, type PolicyResult, replayFiles } from '@everlong/replay';
import type { PolicySettings } from '@everlong/context';

import type { Choice } from './fit-choice.ts';
import { labelsOf, sourceOf } from './lab-sample.ts';

/** Two, so that other work on the machine is left a processor, and figures of time compare. */
const WORKERS = 2;

/** Kept free for the answer at every window; short, since small windows are played too. */
const RESERVE = 1024;

export const FITTED_POLICY = 'everlong, fitted';

/** One policy in one session at one window, with the yardstick of the same session. */
export interface LabResult {
  source: string;
  result: PolicyResult;
  newest: PolicyResult;
}

/**
 * What `fit.ts` found: by window, and by source that was left out, the numbers that replace others.
 */
type FittedSettings = Record<string, Record<string, Choice>>;

export const fittedFile: URL = new URL('fitted-settings.json', import.meta.url);

export function readFitted(): FittedSettings {
  return (JSON.parse(readFileSync(fittedFile, 'utf8')) as { windows: FittedSettings }).windows;
}

export interface Play {
  policies: readonly string[];
  window: number;
  budget?: Partial<PolicySettings>;
}

/** Replays files with a closed loop, in two threads; without the providers' rules. */
export async function play(
  files: readonly string[],
  { policies, window, budget = {} }: Play,
): Promise<FileResult[]> {
  const { result, failures } = await replayFiles(files, {
    policies,
    window,
    budget,
    reserve: RESERVE,
    closedLoop: true,
    checkValidity: false,
    constraintLabels: labelsOf(files),
    workers: WORKERS,
    onProgress: ({ done, files: all, file }) => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r${window}: ${done} of ${all} ${file}\x1b[K`);
    },
  });
  for (const { file, message } of failures) process.stderr.write(`${file}: ${message}\n`);
  return result.files;
}

/** Every policy at one window, and everlong's own with the settings fitted without each source. */
export async function playWindow(
  files: readonly string[],
  policies: readonly string[],
  window: number,
): Promise<LabResult[]> {
  const played = await play(files, { policies, window });
  const newest = new Map(
    played.map(({ file, results }) => [file, results.find(({ policy }) => policy === 'newest')]),
  );
  const toLab = (file: string, result: PolicyResult): LabResult[] => {
    const yardstick = newest.get(file);
    return yardstick === undefined ? [] : [{ source: sourceOf(file), result, newest: yardstick }];
  };
  const plain = played.flatMap(({ file, results }) =>
    results.flatMap((result) => toLab(file, result)),
  );
  const fitted = readFitted()[window] ?? {};
  for (const [source, own] of Map.groupBy(files, sourceOf)) {
    const found = fitted[source];
    if (found?.tuned !== true) continue;
    const again = await play(own, { policies: ['everlong'], window, budget: found.settings });
    for (const { file, results } of again) {
      for (const result of results) {
        plain.push(...toLab(file, { ...result, policy: FITTED_POLICY }));
      }
    }
  }
  return plain;
}

/**
 * Plays sessions for the lab: every policy at a window, and settings that were fitted elsewhere.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { type FileResult, replayFiles, type ReplaySettings } from '@everlong/replay';
import type { PolicySettings } from '@everlong/context';

import type { Choice } from './fit-choice.ts';
import type { LabRow } from './lab-rows.ts';
import { labelsOf, sourceOf } from './lab-sample.ts';

/** Kept free for the answer at every window; short, since small windows are played too. */
const RESERVE = 1024;

export const FITTED_POLICY = 'everlong, fitted';

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
  workers: number;
  budget?: Partial<PolicySettings>;
  /** Other context managers by name. */
  managers?: ReplaySettings['managers'];
  /** Whether requests are put to the providers' rules, which takes as long again. */
  checkValidity?: boolean;
}

/** Replays files with a closed loop. */
export async function play(
  files: readonly string[],
  { policies, window, workers, budget = {}, managers, checkValidity = false }: Play,
): Promise<FileResult[]> {
  const { result, failures } = await replayFiles(files, {
    policies,
    window,
    budget,
    reserve: RESERVE,
    closedLoop: true,
    checkValidity,
    ...(managers === undefined ? {} : { managers }),
    constraintLabels: labelsOf(files),
    workers,
    onProgress: ({ done, files: all, file }) => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r${window}: ${done} of ${all} ${file}\x1b[K`);
    },
  });
  for (const { file, message } of failures) process.stderr.write(`${file}: ${message}\n`);
  return result.files;
}

export function toRows(played: readonly FileResult[]): LabRow[] {
  return played.flatMap(({ file, results }) => {
    const source = sourceOf(file);
    return results.map((result) => ({ source, file: basename(file), result }));
  });
}

/** Policies at one window, and everlong's own with the settings fitted without each source. */
export async function playWindow(files: readonly string[], options: Play): Promise<LabRow[]> {
  const rows = toRows(await play(files, options));
  const fitted = options.policies.includes('everlong') ? readFitted()[options.window] : undefined;
  for (const [source, own] of Map.groupBy(files, sourceOf)) {
    const found = fitted?.[source];
    if (found?.tuned !== true) continue;
    const again = { ...options, policies: ['everlong'], budget: found.settings };
    for (const { result, ...row } of toRows(await play(own, again))) {
      rows.push({ ...row, result: { ...result, policy: FITTED_POLICY } });
    }
  }
  return rows;
}

/**
 * Plays sessions for the lab: every policy at a window.
 */
import { basename } from 'node:path';

import { type FileResult, replayFiles, type ReplaySettings } from '@everlong/replay';
import type { PolicySettings } from '@everlong/context';

import { buildName } from '../build-name.ts';
import type { LabRow, LabRun } from './rows.ts';
import { labelsOf, sourceOf } from './sample.ts';

/** Kept free for the answer at every window; short, since small windows are played too. */
const RESERVE = 1024;

interface Play {
  policies: readonly string[];
  window: number;
  workers: number;
  /** Whose tokenizer and prices count. Default: that of every replay. */
  model?: string;
  budget?: Partial<PolicySettings>;
  /** Other context managers by name. */
  managers?: ReplaySettings['managers'];
  /** Whether requests are put to the providers' rules, which takes as long again. */
  checkValidity?: boolean;
}

/** Replays files with a closed loop. */
async function play(
  files: readonly string[],
  { policies, window, workers, model, budget = {}, managers, checkValidity = false }: Play,
): Promise<FileResult[]> {
  const { result, failures } = await replayFiles(files, {
    policies,
    window,
    budget,
    reserve: RESERVE,
    closedLoop: true,
    checkValidity,
    ...(managers === undefined ? {} : { managers }),
    ...(model === undefined ? {} : { model }),
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

function toRows(played: readonly FileResult[]): LabRow[] {
  return played.flatMap(({ file, results }) => {
    const source = sourceOf(file);
    return results.map((result) => ({ source, file: basename(file), result }));
  });
}

export interface PlayedWindows extends Omit<Play, 'window' | 'checkValidity'> {
  windows: readonly number[];
  /** Windows at which requests are put to the providers' rules. Default: none. */
  judged?: readonly number[];
  /** Called after each window with all rows so far. */
  onWindow(run: LabRun): void;
}

/** Policies at several windows one after the other, and what that took. */
export async function playWindows(
  files: readonly string[],
  { windows, judged = [], onWindow, ...options }: PlayedWindows,
): Promise<LabRun> {
  const { policies } = options;
  const build = buildName();
  const startedMs = Date.now();
  const rows: LabRow[] = [];
  let run: LabRun = { runs: [], rows };
  for (const [index, window] of (policies.length === 0 ? [] : windows).entries()) {
    rows.push(
      ...(await playWindow(files, { ...options, window, checkValidity: judged.includes(window) })),
    );
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const { user, system } = process.cpuUsage();
    const cpuSeconds = Math.round((user + system) / 1e6);
    const played = windows.slice(0, index + 1);
    run = { runs: [{ policies, windows: played, seconds, cpuSeconds, build }], rows };
    onWindow(run);
    process.stderr.write(`${window}: ${seconds} s\n`);
  }
  return run;
}

async function playWindow(files: readonly string[], options: Play): Promise<LabRow[]> {
  return toRows(await play(files, options));
}

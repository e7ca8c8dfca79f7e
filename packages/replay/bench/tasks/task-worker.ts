/** Judges and plays the tasks that `run.ts` hands out. */
import { parentPort, workerData } from 'node:worker_threads';

import { createTokenizer } from '@everlong/tokenizer';

import { createTask } from './create-task.ts';
import { families } from './families.ts';
import { judgeTask, type Verdict } from './judge-task.ts';
import { playTask } from './play-task.ts';
import type { PlayRow } from './report.ts';
import type { Family } from './task.ts';

export interface TaskJob {
  family: string;
  seed: number;
}

export interface WorkerSettings {
  model: string;
  policies: readonly string[];
  windows: readonly number[];
  /** With history tools, without them, or one after the other. */
  searches: readonly boolean[];
}

export interface TaskAnswer {
  family: string;
  seed: number;
  verdict: Verdict;
  rows: PlayRow[];
}

const { model, policies, windows, searches } = workerData as WorkerSettings;
const tokenizer = await createTokenizer({ model });

parentPort?.on('message', (job: TaskJob | undefined) => {
  if (job === undefined) parentPort?.close();
  else void playAll(job).then((answer) => parentPort?.postMessage(answer, []));
});

async function playAll({ family: name, seed }: TaskJob): Promise<TaskAnswer> {
  const family = families.find((one) => one.name === name) as Family;
  const verdict = await judgeTask(family, seed, { model, tokenizer });
  const rows: PlayRow[] = [];
  if (verdict.rejected !== undefined) return { family: name, seed, verdict, rows };
  for (const canSearch of searches) {
    const base = { model, tokenizer, canSearch, maxCalls: verdict.maxCalls };
    for (const window of windows) {
      for (const policy of policies) {
        const options = { ...base, policy, window };
        // `full` sends everything whatever the window, and has nothing to look up.
        const isKnown = policy === 'full';
        const play = isKnown ? verdict.full : await playTask(createTask(family, seed), options);
        rows.push({ family: name, seed, policy, window, canSearch, play });
      }
    }
  }
  return { family: name, seed, verdict, rows };
}

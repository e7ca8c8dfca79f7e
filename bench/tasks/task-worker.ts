/** Judges and plays the tasks that `run.ts` hands out. */
import { parentPort, workerData } from 'node:worker_threads';

import { createTokenizer } from '@everlong/tokenizer';

import { buildName } from '../build-name.ts';
import { createTask } from './create-task.ts';
import { allFamilies } from './families.ts';
import { judgeTask } from './judge-task.ts';
import { playTask } from './play-task.ts';
import type { PlayRow } from './report.ts';
import type { TaskAnswer, TaskJob } from './task-answers.ts';
import type { Family } from './task.ts';

const { model } = workerData as { model: string };
const build = buildName();
const tokenizer = await createTokenizer({ model });

parentPort?.on('message', (job: TaskJob | undefined) => {
  if (job === undefined) parentPort?.close();
  else void playAll(job).then((answer) => parentPort?.postMessage(answer, []));
});

async function playAll({ family: name, seed, settings, ...known }: TaskJob): Promise<TaskAnswer> {
  const family = allFamilies.find((one) => one.name === name) as Family;
  const verdict = known.verdict ?? (await judgeTask(family, seed, { model, tokenizer }));
  const rows: PlayRow[] = [];
  const answer = { family: name, seed, verdict, rows };
  if (verdict.rejected !== undefined) return answer;
  for (const setting of settings) {
    const options = { model, tokenizer, maxCalls: verdict.maxCalls, ...setting };
    // `full` sends everything whatever the window, and has nothing to look up.
    const isKnown = setting.policy === 'full';
    const play = isKnown ? verdict.full : await playTask(createTask(family, seed), options);
    rows.push({ family: name, seed, ...setting, build, play });
  }
  return answer;
}

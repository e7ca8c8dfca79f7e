/** Plays tasks in several threads; what a file keeps of them is not played again. */
import { Worker } from 'node:worker_threads';

import { families } from './families.ts';
import {
  joinAnswers,
  keepAnswer,
  readAnswers,
  type Setting,
  settingKey,
  type TaskAnswer,
  type TaskJob,
  tasksOf,
} from './task-answers.ts';

export interface TasksToPlay {
  /** How many tasks of all families together, from which seed on. */
  count: number;
  seed: number;
  /** Default: those of the reported tables. */
  families?: readonly { name: string }[];
  settings: readonly Setting[];
  model: string;
  workers: number;
  /** A file to which what is played is added. */
  keep?: string | undefined;
  /** Policies that are played again though the file has them. */
  again?: readonly string[];
}

/** What was played and what was kept of these tasks, in their order. */
export async function playTasks(options: TasksToPlay): Promise<TaskAnswer[]> {
  const { count, seed, settings, keep, again = [] } = options;
  const tasks = tasksOf(options.families ?? families, count, seed);
  const kept = keep === undefined ? [] : readAnswers([keep]);
  const jobs = tasks.map((task): TaskJob => {
    const known = find(kept, task);
    const done = new Set(known?.rows.map(settingKey));
    const open = settings.filter(
      (setting) => again.includes(setting.policy) || !done.has(settingKey(setting)),
    );
    return { ...task, settings: open, ...(known && { verdict: known.verdict }) };
  });
  const queue = jobs.filter((job) => job.settings.length > 0 && !job.verdict?.rejected);
  const found = joinAnswers([...kept, ...(await playJobs(queue, options))]);
  return tasks.flatMap((task) => find(found, task) ?? []);
}

function find(
  answers: readonly TaskAnswer[],
  { family, seed }: Pick<TaskJob, 'family' | 'seed'>,
): TaskAnswer | undefined {
  return answers.find((answer) => answer.family === family && answer.seed === seed);
}

async function playJobs(
  jobs: readonly TaskJob[],
  { model, workers, keep }: TasksToPlay,
): Promise<TaskAnswer[]> {
  const found: TaskAnswer[] = [];
  let next = 0;
  const playInThread = async (): Promise<void> => {
    const worker = new Worker(new URL('task-worker.ts', import.meta.url), {
      workerData: { model },
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const hand = (): void => worker.postMessage(jobs[next++], []);
    worker.on('message', (answer: TaskAnswer) => {
      found.push(answer);
      keepAnswer(keep, answer);
      if (process.stderr.isTTY) process.stderr.write(`\r${found.length} of ${jobs.length}  `);
      hand();
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    hand();
    return promise;
  };
  if (jobs.length > 0) await Promise.all(Array.from({ length: workers }, playInThread));
  return found;
}

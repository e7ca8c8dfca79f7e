/** What was played of each task, as it is kept in a file and put together again. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import type { Verdict } from './judge-task.ts';
import type { PlayRow } from './report.ts';

/** How a task is played. */
export type Setting = Pick<PlayRow, 'policy' | 'window' | 'canSearch'>;

/** Every policy at every window, with history tools and without, as asked. */
export function settingsOf(
  policies: readonly string[],
  windows: readonly number[],
  searches: readonly boolean[],
): Setting[] {
  return searches.flatMap((canSearch) =>
    windows.flatMap((window) => policies.map((policy) => ({ policy, window, canSearch }))),
  );
}

/** A task and what is to be played of it; with the verdict where it was judged before. */
export interface TaskJob {
  family: string;
  seed: number;
  settings: Setting[];
  verdict?: Verdict;
}

/** What was played of a task. */
export interface TaskAnswer {
  family: string;
  seed: number;
  verdict: Verdict;
  rows: PlayRow[];
}

/** The first so many tasks, families in turn. */
export function tasksOf(
  families: readonly { name: string }[],
  count: number,
  firstSeed: number,
): Pick<TaskJob, 'family' | 'seed'>[] {
  return Array.from({ length: count }, (_, index) => ({
    family: families[index % families.length]?.name ?? '',
    seed: Math.floor(index / families.length) + firstSeed,
  }));
}

export function keepAnswer(file: string | undefined, answer: TaskAnswer): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(answer)}\n`);
}

/** What files hold, one answer a task; of the same task and setting the last row counts. */
export function readAnswers(files: readonly string[]): TaskAnswer[] {
  const lines = files.flatMap((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [],
  );
  return joinAnswers(lines.map((line) => JSON.parse(line) as TaskAnswer));
}

export function joinAnswers(answers: readonly TaskAnswer[]): TaskAnswer[] {
  const joined = new Map<string, TaskAnswer>();
  for (const answer of answers) {
    const key = `${answer.seed} ${answer.family}`;
    const rows = new Map(
      [...(joined.get(key)?.rows ?? []), ...answer.rows].map((row) => [settingKey(row), row]),
    );
    joined.set(key, { ...answer, rows: [...rows.values()] });
  }
  return [...joined.values()];
}

export function settingKey({ policy, window, canSearch }: Setting): string {
  return `${window} ${canSearch} ${policy}`;
}

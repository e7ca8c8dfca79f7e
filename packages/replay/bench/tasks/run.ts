/**
 * Plays seeded tasks with scripted agents under every policy and prints what they solved within the
 * limit of calls, what they did wrong, and what it cost. Use, after `pnpm build`:
 *
 *   pnpm bench:tasks [--policy a,b] [--window n,n] [--tasks n] [--seed n] [--search yes|no|both]
 *   [--workers n] [--keep FILE] [--again a,b] [--json] [--write]
 *
 * `--tasks` counts tasks of all families together, from `--seed` (default 1) on. `--keep` adds what
 * is played to a file, plays nothing again that is there, the policies of `--again` apart, and
 * reports on all that it holds of these tasks; `--write` puts the tables into `docs/tasks.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { buildName } from '../build-name.ts';
import { families } from './families.ts';
import { type PlayRow, scorePlays, solvedTable, wrongTable } from './report.ts';
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

const OUTPUT = new URL('../../../../docs/tasks.md', import.meta.url);
const [BEGIN, END] = ['<!-- tasks table -->', '<!-- end of tasks table -->'];

const { values: flags } = parseArgs({
  options: {
    policy: {
      type: 'string',
      default: 'newest,supyagent,supyagent-sdk,missy,cowagent,everlong,full',
    },
    window: { type: 'string', default: '4000,8000,16000' },
    tasks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    search: { type: 'string', default: 'both' },
    model: { type: 'string', default: 'claude-sonnet-4-5' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
    again: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const windows = flags.window.split(',').map(Number);
const policies = flags.policy.split(',').filter((name) => name !== '');
const searches = flags.search === 'both' ? [true, false] : [flags.search === 'yes'];
const settings = searches.flatMap((canSearch) =>
  windows.flatMap((window) => policies.map((policy): Setting => ({ policy, window, canSearch }))),
);
const tasks = tasksOf(families, Number(flags.tasks), Number(flags.seed));

const startedMs = Date.now();
const kept = flags.keep === undefined ? [] : readAnswers([flags.keep]);
const queue = tasks.map(toJob).filter((job) => job.settings.length > 0 && !isRejected(job));
const played = await playAll(queue);
const answers = inOrder(joinAnswers([...kept, ...played]));
const rows = answers.flatMap((one): PlayRow[] => one.rows);
const scores = scorePlays(rows);
const rejected = answers.filter(({ verdict }) => verdict.rejected !== undefined);
const tokens = answers.map(({ verdict }) => verdict.tokens).toSorted((left, right) => left - right);

const report = [
  `${answers.length} tasks from seed ${flags.seed} of ${(tokens[0] ?? 0).toLocaleString('en')} to ` +
    `${(tokens.at(-1) ?? 0).toLocaleString('en')} tokens, ${rejected.length} of them rejected; prices of ` +
    `${flags.model}; ${buildName()}.${queue.length < tasks.length ? '' : took()}`,
  '',
  ...rejectedLines(),
  ...solvedTable(
    scores,
    families.map(({ name }) => name).filter((name) => rows.some(({ family }) => family === name)),
  ),
  'Wrong actions, all families together:',
  '',
  ...wrongTable(scores),
].join('\n');

process.stdout.write(flags.json ? `${JSON.stringify({ rejected, scores })}\n` : `${report}\n`);
if (flags.write) {
  const [before, rest = ''] = readFileSync(OUTPUT, 'utf8').split(BEGIN);
  writeFileSync(OUTPUT, `${before}${BEGIN}\n\n${report}\n\n${END}${rest.split(END)[1] ?? '\n'}`);
}

function took(): string {
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const load = (loadavg()[1] ?? 0).toFixed(1);
  return ` Took ${seconds} s in ${flags.workers} threads with a load of ${load}.`;
}

function rejectedLines(): string[] {
  return families.flatMap(({ name }) => {
    const mine = rejected.filter(({ family }) => family === name);
    if (mine.length === 0) return [];
    const all = answers.filter(({ family }) => family === name).length;
    const reasons = [...new Set(mine.map(({ verdict }) => verdict.rejected))].join('; ');
    return [`Rejected of ${name}: ${mine.length} of ${all} (${reasons}).`, ''];
  });
}

/** A task with what is not kept of it, or is to be played again. */
function toJob({ family, seed }: Pick<TaskJob, 'family' | 'seed'>): TaskJob {
  const known = kept.find((answer) => answer.family === family && answer.seed === seed);
  const again = flags.again.split(',');
  const done = new Set(known?.rows.map(settingKey));
  const open = settings.filter(
    (setting) => again.includes(setting.policy) || !done.has(settingKey(setting)),
  );
  return { family, seed, settings: open, ...(known && { verdict: known.verdict }) };
}

function isRejected({ verdict }: TaskJob): boolean {
  return verdict?.rejected !== undefined;
}

/** The answers to the tasks in their order, whichever thread was first. */
function inOrder(found: readonly TaskAnswer[]): TaskAnswer[] {
  return tasks.flatMap(({ family, seed }) => {
    return found.find((answer) => answer.family === family && answer.seed === seed) ?? [];
  });
}

async function playAll(jobs: readonly TaskJob[]): Promise<TaskAnswer[]> {
  const found: TaskAnswer[] = [];
  let next = 0;
  const threads = Array.from({ length: Number(flags.workers) }, async () => {
    const worker = new Worker(new URL('task-worker.ts', import.meta.url), {
      workerData: { model: flags.model },
    });
    await new Promise<void>((resolve, reject) => {
      const hand = (): void => worker.postMessage(jobs[next++], []);
      worker.on('message', (answer: TaskAnswer) => {
        found.push(answer);
        keepAnswer(flags.keep, answer);
        if (process.stderr.isTTY) process.stderr.write(`\r${found.length} of ${jobs.length}  `);
        hand();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      hand();
    });
  });
  await Promise.all(threads);
  return found;
}

/**
 * Plays seeded tasks with scripted agents under every policy and prints what they solved within the
 * limit of calls, what they did wrong, and what it cost. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/bench tasks [--policy a,b] [--window n,n] [--tasks n] [--seed n] [--search yes|no|both]
 *   [--workers n] [--keep FILE] [--again a,b] [--json] [--write] [--languages]
 *
 * `--tasks` counts tasks of all families together, from `--seed` (default 1) on. `--keep` adds what
 * is played to a file, plays nothing again that is there, the policies of `--again` apart, and
 * reports on all that it holds of these tasks; `--write` puts what was solved into
 * `bench/results/tasks.md`, or `languages.md` beside it.
 * `--languages` plays the families that exist in five
 * languages, without history tools, at 8,000 unless other windows are named.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';

import { writeResult } from '../write-result.ts';
import { playLanguages } from './languages/play-languages.ts';
import { languagesReport } from './languages/report.ts';
import { writeTasks } from './overview.ts';
import { playTasks } from './play-tasks.ts';
import { scorePlays, tasksReport } from './report.ts';
import { settingsOf } from './task-answers.ts';

const { values: flags } = parseArgs({
  options: {
    policy: { type: 'string', default: policyNames.join(',') },
    window: { type: 'string' },
    tasks: { type: 'string' },
    seed: { type: 'string', default: '1' },
    search: { type: 'string', default: 'both' },
    model: { type: 'string', default: 'claude-sonnet-4-5' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
    again: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    languages: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const common = {
  seed: Number(flags.seed),
  model: flags.model,
  workers: Number(flags.workers),
  keep: flags.keep,
  again: flags.again.split(','),
};
const policies = flags.policy.split(',').filter((name) => name !== '');
await (flags.languages ? reportLanguages() : playFamilies());
const { user, system } = process.cpuUsage();
process.stderr.write(`${Math.round((user + system) / 1e6)} s of processor time\n`);

async function playFamilies(): Promise<void> {
  const answers = await playTasks({
    ...common,
    count: Number(flags.tasks ?? 300),
    settings: settingsOf(
      policies,
      (flags.window ?? '4000,8000,16000').split(',').map(Number),
      flags.search === 'both' ? [true, false] : [flags.search === 'yes'],
    ),
  });
  const report = tasksReport(answers).join('\n');
  const scores = scorePlays(answers.flatMap(({ rows }) => rows));
  process.stdout.write(flags.json ? `${JSON.stringify({ scores })}\n` : `${report}\n`);
  if (!flags.write) return;
  writeTasks(answers);
}

async function reportLanguages(): Promise<void> {
  const windows = (flags.window ?? '8000').split(',').map(Number);
  const { tasks, pages } = await playLanguages({
    ...common,
    ...(flags.tasks === undefined ? {} : { count: Number(flags.tasks) }),
    policies,
    windows,
  });
  const report = languagesReport(tasks, pages).join('\n');
  process.stdout.write(flags.json ? `${JSON.stringify({ tasks, pages })}\n` : `${report}\n`);
  if (!flags.write) return;
  writeResult('languages', {
    title: 'Tasks in five languages',
    command: 'pnpm --filter @everlong/bench tasks --languages --write',
    text: report,
  });
}

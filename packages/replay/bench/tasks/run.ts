/**
 * Plays seeded tasks with scripted agents under every policy and prints what they solved within the
 * limit of calls, what they did wrong, and what it cost. Use, after `pnpm build`:
 *
 *   pnpm bench:tasks [--policy a,b] [--window n,n] [--tasks n] [--seed n] [--search yes|no|both]
 *   [--workers n] [--keep FILE] [--again a,b] [--json] [--write] [--development]
 *
 * `--tasks` counts tasks of all families together, from `--seed` (default 1) on. `--keep` adds what
 * is played to a file, plays nothing again that is there, the policies of `--again` apart, and
 * reports on all that it holds of these tasks; `--write` puts the tables into `docs/tasks.md`
 * and what was solved into the README.
 * `--development` plays the families that are in no table.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';

import { writeSection } from '../write-section.ts';
import { solvedOverview } from './overview.ts';
import { playTasks } from './play-tasks.ts';
import { scorePlays, tasksReport } from './report.ts';
import { settingsOf } from './task-answers.ts';

const OUTPUT = new URL('../../../../docs/tasks.md', import.meta.url);
const README = new URL('../../../../README.md', import.meta.url);

const { values: flags } = parseArgs({
  options: {
    policy: { type: 'string', default: policyNames.join(',') },
    window: { type: 'string', default: '4000,8000,16000' },
    tasks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    search: { type: 'string', default: 'both' },
    model: { type: 'string', default: 'claude-sonnet-4-5' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
    again: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    development: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const answers = await playTasks({
  count: Number(flags.tasks),
  seed: Number(flags.seed),
  isDevelopment: flags.development,
  settings: settingsOf(
    flags.policy.split(',').filter((name) => name !== ''),
    flags.window.split(',').map(Number),
    flags.search === 'both' ? [true, false] : [flags.search === 'yes'],
  ),
  model: flags.model,
  workers: Number(flags.workers),
  keep: flags.keep,
  again: flags.again.split(','),
});
const report = tasksReport(answers).join('\n');
const scores = scorePlays(answers.flatMap(({ rows }) => rows));
const { user, system } = process.cpuUsage();
process.stderr.write(`${Math.round((user + system) / 1e6)} s of processor time\n`);
process.stdout.write(flags.json ? `${JSON.stringify({ scores })}\n` : `${report}\n`);
if (flags.write) {
  writeSection(OUTPUT, 'tasks table', report);
  writeSection(README, 'tasks solved', solvedOverview(scores).join('\n'));
}

/**
 * Plays the tasks of `bench/tasks` over other context managers. None of them has
 * history tools, so nobody gets any. Use, after `pnpm build` in the root and `npm ci` here:
 *
 *   node tasks.ts --keep FILE [--window n,n] [--tasks n] [--seed n] [--peers "a;b"]
 *
 * `--keep` is a file that `tasks` writes and reports on too.
 */
import { parseArgs } from 'node:util';

import { buildName } from '../build-name.ts';
import { createTask } from '../tasks/create-task.ts';
import { families } from '../tasks/families.ts';
import { judgeTask } from '../tasks/judge-task.ts';
import { playTask } from '../tasks/play-task.ts';
import type { PlayRow } from '../tasks/report.ts';
import { keepAnswer, readAnswers, settingKey, tasksOf } from '../tasks/task-answers.ts';
import { createTokenizer } from '../../packages/tokenizer/dist/index.js';
import { openKept } from './kept-log.ts';
import { peers } from './peers.ts';

const { values: flags } = parseArgs({
  options: {
    window: { type: 'string', default: '4000,8000,16000' },
    tasks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    peers: { type: 'string', default: Object.keys(peers).join(';') },
    model: { type: 'string', default: 'claude-sonnet-4-5' },
    keep: { type: 'string' },
  },
});
if (flags.keep === undefined) throw new Error('Say with --keep where the rows are to be kept.');

const { model, keep } = flags;
const build = buildName();
const tokenizer = await createTokenizer({ model });
const settings = flags.window
  .split(',')
  .flatMap((window) =>
    flags.peers.split(';').map((policy) => ({ policy, window: Number(window), canSearch: false })),
  );
const kept = readAnswers([keep]);

for (const task of tasksOf(families, Number(flags.tasks), Number(flags.seed))) {
  const { seed } = task;
  const family = families.find(({ name }) => name === task.family);
  const known = kept.find((answer) => answer.family === task.family && answer.seed === seed);
  if (family === undefined) continue;
  const verdict = known?.verdict ?? (await judgeTask(family, seed, { model, tokenizer }));
  const done = new Set(known?.rows.map(settingKey));
  const rows: PlayRow[] = [];
  for (const setting of settings.filter((one) => !done.has(settingKey(one)))) {
    const makeRequest = peers[setting.policy]?.();
    if (makeRequest === undefined || verdict.rejected !== undefined) continue;
    const play = await playTask(createTask(family, seed), {
      ...setting,
      model,
      tokenizer,
      maxCalls: verdict.maxCalls,
      open: async (options) => openKept(options, makeRequest),
    });
    rows.push({ ...task, ...setting, build, play });
  }
  if (rows.length > 0) keepAnswer(keep, { ...task, verdict, rows });
  process.stderr.write(`${task.family} ${seed}: ${rows.length} plays\n`);
}

/**
 * Plays the tasks of `packages/replay/bench/tasks` over other context managers. None of them has
 * history tools, so nobody gets any. Use, after `pnpm build` in the root and `npm ci` here:
 *
 *   node run.ts [--window n,n] [--tasks n] [--seed n]
 */
import { parseArgs } from 'node:util';

import { createTask } from '../../packages/replay/bench/tasks/create-task.ts';
import { families } from '../../packages/replay/bench/tasks/families.ts';
import { judgeTask } from '../../packages/replay/bench/tasks/judge-task.ts';
import { playTask } from '../../packages/replay/bench/tasks/play-task.ts';
import {
  type PlayRow,
  scorePlays,
  solvedTable,
  wrongTable,
} from '../../packages/replay/bench/tasks/report.ts';
import { createTokenizer } from '../../packages/tokenizer/dist/index.js';
import { openTrimmed } from './kept-log.ts';
import { peers } from './peers.ts';

const { values: flags } = parseArgs({
  options: {
    window: { type: 'string', default: '4000,8000,16000' },
    tasks: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    model: { type: 'string', default: 'claude-sonnet-4-5' },
  },
});

const { model } = flags;
const tokenizer = await createTokenizer({ model });
const rows: PlayRow[] = [];
for (let index = 0; index < Number(flags.tasks); index++) {
  const family = families[index % families.length];
  if (family === undefined) break;
  const seed = Math.floor(index / families.length) + Number(flags.seed);
  const { maxCalls, rejected } = await judgeTask(family, seed, { model, tokenizer });
  if (rejected !== undefined) continue;
  for (const window of flags.window.split(',').map(Number)) {
    for (const [policy, createTrim] of Object.entries(peers)) {
      const trim = createTrim();
      const base = { policy, window, model, tokenizer, canSearch: false };
      const play = await playTask(createTask(family, seed), {
        ...base,
        maxCalls,
        open: async (options) => openTrimmed(options, trim),
      });
      rows.push({ family: family.name, seed, policy, window, canSearch: false, play });
    }
  }
}
const scores = scorePlays(rows);
const names = families.map(({ name }) => name);
process.stdout.write([...solvedTable(scores, names), ...wrongTable(scores), ''].join('\n'));

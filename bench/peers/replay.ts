/**
 * Plays recorded sessions over other context managers, for the tables of `docs/measured.md`. Use,
 * after `pnpm build` in the root and `npm ci` here:
 *
 *   node replay.ts --save FILE [--windows n,n] [--peers "a;b"] [--rules n,n] [--all]
 *
 * At the windows of `--rules` the requests are checked against the providers' rules too. The lab
 * reads the rows with `--from FILE`.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { buildName } from '../../packages/replay/bench/build-name.ts';
import type { LabRun } from '../../packages/replay/bench/lab-rows.ts';
import { play, toRows } from '../../packages/replay/bench/lab-run.ts';
import { sampleFiles } from '../../packages/replay/bench/lab-sample.ts';
import { corpusFiles } from '../../packages/testing/src/corpus.ts';
import { peers } from './peers.ts';

const { values: flags } = parseArgs({
  options: {
    save: { type: 'string' },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    peers: { type: 'string', default: Object.keys(peers).join(';') },
    rules: { type: 'string', default: '16000' },
    all: { type: 'boolean', default: false },
  },
});
if (flags.save === undefined) throw new Error('Say with --save where the rows are to be kept.');

const policies = flags.peers.split(';');
const judged = new Set(flags.rules.split(',').map(Number));
const windows = flags.windows.split(',').map(Number);
const build = buildName();
const startedMs = Date.now();
const run: LabRun = { runs: [], rows: [] };
for (const [index, window] of windows.entries()) {
  const files = flags.all ? corpusFiles() : sampleFiles();
  run.rows.push(
    ...toRows(
      await play(files, {
        policies,
        window,
        workers: 1,
        managers: peers,
        checkValidity: judged.has(window),
      }),
    ),
  );
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const load = loadavg()[1] ?? 0;
  run.runs = [{ policies, windows: windows.slice(0, index + 1), seconds, workers: 1, load, build }];
  writeFileSync(flags.save, JSON.stringify(run));
  process.stderr.write(`${window}: ${seconds} s\n`);
}

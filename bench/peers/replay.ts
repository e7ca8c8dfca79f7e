/**
 * Plays recorded sessions over other context managers, for the tables of the lab. Use,
 * after `pnpm build` in the root and `npm ci` here:
 *
 *   node replay.ts --save FILE [--windows n,n] [--peers "a;b"] [--rules n,n] [FILE…]
 *
 * At the windows of `--rules` the requests are checked against the providers' rules too. The lab
 * runs this script; its `--from FILE` reads rows that were kept. Without files: its sample.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { playWindows } from '../lab/play-windows.ts';
import { sampleFiles } from '../lab/sample.ts';
import { peers } from './peers.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'string' },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    peers: { type: 'string', default: Object.keys(peers).join(';') },
    rules: { type: 'string', default: '16000' },
  },
});
if (flags.save === undefined) throw new Error('Say with --save where the rows are to be kept.');

const { save } = flags;
await playWindows(positionals.length > 0 ? positionals : sampleFiles(), {
  policies: flags.peers.split(';'),
  windows: flags.windows.split(',').map(Number),
  workers: 1,
  managers: peers,
  judged: flags.rules.split(',').map(Number),
  onWindow: (run) => writeFileSync(save, JSON.stringify(run)),
});

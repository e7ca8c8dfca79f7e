/**
 * How long `prepare` of the default policy takes on recorded sessions: where it compacts and where
 * it does not, and how much memory a process needs for it. Nothing is scored. Use, after
 * `pnpm build`: pnpm --filter @everlong/bench prepare-times [--windows n,n] [FILE…]
 */
import { parseArgs } from 'node:util';

import { corpusFiles } from '@everlong/testing/corpus';

import { describeTimes, timePrepare } from './time-prepare.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { windows: { type: 'string', default: '4000,16000,64000,128000' } },
});

const files = positionals.length > 0 ? positionals : corpusFiles();
for (const window of flags.windows.split(',').map(Number)) {
  const times = await timePrepare(files, window);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `${window} (${peak} MB at most so far)\n${describeTimes('compacting', times.compacting)}\n` +
      `${describeTimes('others', times.others)}\n`,
  );
}

/**
 * The lab: every score of every policy at six windows, on a fixed sample of the corpus. Use, after
 * `pnpm build`:
 *
 *   pnpm --filter @everlong/replay lab [--write] [--all] [--policies a,b] [--windows n,n]
 *                                      [--generated] [--save FILE | --from FILE] [FILE…]
 *
 * `--generated` adds conversations of other kinds, made from a seed; `--all` plays the whole
 * corpus; `--write` puts the tables into `docs/measured.md` and the picture into
 * `docs/policies.svg`; `--save` keeps the results, `--from` reports on results that were kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';
import { corpusFiles } from '@everlong/testing/corpus';

import { isMade, writeGeneratedSessions } from './generated-sessions.ts';
import { drawLab, reportOf } from './lab-report.ts';
import { type LabResult, playWindow } from './lab-run.ts';
import { sampleFiles } from './lab-sample.ts';

const OUTPUT = new URL('../../../docs/measured.md', import.meta.url);
const PICTURE = new URL('../../../docs/policies.svg', import.meta.url);
const [BEGIN, END] = ['<!-- lab -->', '<!-- end of lab -->'];

/** All presets, and beside the default the other places of its dial. */
const labPolicies = policyNames.flatMap((name) =>
  name === 'everlong' ? ['everlong (little)', name, 'everlong (much)'] : [name],
);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
    policies: { type: 'string', default: labPolicies.join(',') },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    save: { type: 'string' },
    from: { type: 'string' },
  },
});

/** The results of a run, as they are kept. */
interface LabRun {
  heading: string;
  results: LabResult[];
}

function keep(done: LabRun): void {
  if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(done));
}

async function run(): Promise<LabRun> {
  const named = positionals.length > 0;
  const all = flags.all ? corpusFiles() : sampleFiles();
  const made = flags.generated ? writeGeneratedSessions(join(tmpdir(), 'everlong-generated')) : [];
  const files = [...(named ? positionals : all), ...made];
  const policies = [...new Set([...flags.policies.split(','), 'newest'])];
  const startedMs = Date.now();
  const results: LabResult[] = [];
  for (const window of flags.windows.split(',').map(Number)) {
    results.push(...(await playWindow(files, policies, window)));
    keep({ heading: 'Not finished.', results });
    process.stderr.write(`\n${window}: ${Math.round((Date.now() - startedMs) / 1000)} s\n`);
  }
  const recorded = results.filter(({ source }) => !isMade(source));
  const { window, policy } = recorded[0]?.result ?? {};
  const own = recorded.filter(({ result }) => result.window === window && result.policy === policy);
  const requests = own.reduce((sum, { result }) => sum + result.requests, 0);
  const sources = new Set(recorded.map(({ source }) => source)).size;
  const heading =
    `${own.length} sessions of ${sources} sources${named || flags.all ? '' : ' (a fixed sample)'}, ` +
    `${requests} requests for each policy and window; reserve 1024, prices of ` +
    `${results[0]?.result.model ?? ''}. Took ${Math.round((Date.now() - startedMs) / 1000)} s in 2 ` +
    `threads on ${availableParallelism()} processors with a load of ${(loadavg()[1] ?? 0).toFixed(1)}.`;
  return { heading, results };
}

const kept: LabRun =
  flags.from === undefined ? await run() : (JSON.parse(readFileSync(flags.from, 'utf8')) as LabRun);
keep(kept);
const report = [kept.heading, '', ...reportOf(kept.results)].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  const [before, rest = ''] = readFileSync(OUTPUT, 'utf8').split(BEGIN);
  writeFileSync(OUTPUT, `${before}${BEGIN}\n\n${report}\n\n${END}${rest.split(END)[1] ?? '\n'}`);
  writeFileSync(PICTURE, drawLab(kept.results));
}

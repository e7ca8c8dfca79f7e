/**
 * The lab: every score of every policy at six windows, on a fixed sample of the corpus. Use, after
 * `pnpm build`:
 *
 *   pnpm --filter @everlong/replay lab [--write] [--all] [--policies a,b] [--windows n,n]
 *                                      [--workers n] [--peers] [--generated] [--tasks FILE]
 *                                      [--save FILE] [--from FILE]… [FILE…]
 *
 * `--write` puts the tables into `docs/measured.md`, those at 16,000 into the README too, and the
 * picture into `docs/policies.svg`, with the shares of tasks solved that `bench:tasks --keep` left
 * in the file of `--tasks`. `--generated` adds conversations of other kinds, made from a seed;
 * `--all` plays the whole corpus. `--save` keeps the rows in a file; `--from`, as often as wanted,
 * adds rows that were kept, where this run has none of the same policy, session and window. So only
 * a policy whose code changed is played again, and `--policies ''` plays nothing. `--peers` also
 * plays the other context managers of `bench/peers`, after `npm ci` there, in a process of its own
 * that counts as one of the workers; alone, `bench/peers/replay.ts` keeps its rows in the same
 * form.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';
import { corpusFiles } from '@everlong/testing/corpus';

import { buildName } from './build-name.ts';
import { isMade, writeGeneratedSessions } from './generated-sessions.ts';
import { overviewOf } from './lab-overview.ts';
import { drawLab, reportOf } from './lab-report.ts';
import { besideNewest, describeRuns, type LabRun, mergeRuns, readRuns } from './lab-rows.ts';
import { playWindow } from './lab-run.ts';
import { sampleFiles } from './lab-sample.ts';
import { scorePlays } from './tasks/report.ts';
import { readAnswers } from './tasks/task-answers.ts';

const OUTPUT = new URL('../../../docs/measured.md', import.meta.url);
const PEERS = new URL('../../../bench/peers/replay.ts', import.meta.url);
const README = new URL('../../../README.md', import.meta.url);
const PICTURE = new URL('../../../docs/policies.svg', import.meta.url);

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
    peers: { type: 'boolean', default: false },
    policies: { type: 'string', default: labPolicies.join(',') },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    tasks: { type: 'string' },
    save: { type: 'string' },
    from: { type: 'string', multiple: true, default: [] },
  },
});

function keep(done: LabRun): void {
  if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(done));
}

async function run(policies: readonly string[], workers: number): Promise<LabRun> {
  const all = flags.all ? corpusFiles() : sampleFiles();
  const made = flags.generated ? writeGeneratedSessions(join(tmpdir(), 'everlong-generated')) : [];
  const files = [...(positionals.length > 0 ? positionals : all), ...made];
  const windows = flags.windows.split(',').map(Number);
  const startedMs = Date.now();
  const build = buildName();
  const played: LabRun = { runs: [], rows: [] };
  for (const [index, window] of windows.entries()) {
    played.rows.push(...(await playWindow(files, { policies, window, workers })));
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const load = loadavg()[1] ?? 0;
    played.runs = [
      { policies, windows: windows.slice(0, index + 1), seconds, workers, load, build },
    ];
    keep(played);
    process.stderr.write(`\n${window}: ${seconds} s\n`);
  }
  return played;
}

/** Plays the peers in a process of their own, which has its own packages. */
async function runPeers(): Promise<LabRun> {
  const file = join(tmpdir(), `everlong-peers-${process.pid}.json`);
  const script = fileURLToPath(PEERS);
  const options = ['--save', file, '--windows', flags.windows, ...(flags.all ? ['--all'] : [])];
  const child = spawn(process.execPath, [script, ...options], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${code}. Run npm ci beside it first.`);
  const [played] = readRuns([file]);
  rmSync(file);
  return played ?? { runs: [], rows: [] };
}

const policies = flags.policies.split(',').filter((name) => name !== '');
const workers = Math.max(1, Number(flags.workers) - (flags.peers ? 1 : 0));
const played = await Promise.all([
  ...(flags.peers ? [runPeers()] : []),
  ...(policies.length === 0 ? [] : [run(policies, workers)]),
]);
const merged = mergeRuns([...readRuns(flags.from), ...played]);
keep(merged);
const sample = flags.all || positionals.length > 0 ? '' : ' (a fixed sample)';
const recorded = merged.rows.filter(({ source }) => !isMade(source));
const results = besideNewest(merged.rows);
const heading = describeRuns({ ...merged, rows: recorded }, sample);
const report = [heading, '', ...reportOf(results)].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  replaceBetween(OUTPUT, 'lab', report);
  replaceBetween(README, 'lab at 16,000', overviewOf(results, 16_000).join('\n'));
  const plays = flags.tasks === undefined ? [] : readAnswers([flags.tasks]);
  writeFileSync(PICTURE, drawLab(results, scorePlays(plays.flatMap(({ rows }) => rows))));
}

function replaceBetween(file: URL, name: string, content: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest = ''] = readFileSync(file, 'utf8').split(begin);
  const after = rest.split(end)[1] ?? '\n';
  writeFileSync(file, `${before}${begin}\n\n${content}\n\n${end}${after}`);
}

/**
 * The lab: every score of every policy and of the context managers of `bench/peers`, at seven
 * windows, on a fixed sample of the corpus, on conversations of other kinds and on tasks. Use,
 * after `pnpm build`, with the folder of the recordings in EVERLONG_CORPUS:
 *
 *   pnpm --filter @everlong/bench lab [--write] [--all] [--policies a,b] [--windows n,n]
 *                                      [--no-peers] [--no-generated] [--no-left-out] [--tasks n]
 *                                      [--save FILE] [--from FILE]… [--plays FILE] [FILE…]
 *
 * The peers play in a process of their own beside that of the policies; their packages are
 * installed first where they are not. `--all` plays the whole corpus and 300 tasks instead of 28;
 * `--tasks 0` plays none. All tables are printed; `--write` puts the short ones into
 * `bench/results/lab.md` and `bench/results/tasks.md`, and the pictures into
 * `bench/results/policies.svg` and `docs/compared.svg`. At 16,000 the default and `newest` also play
 * recordings that the sample leaves out.
 *
 * `--save` keeps the rows in a file; `--from`, as often as wanted, adds rows that were kept, where
 * this run has none of the same policy, session and window. So only a policy whose code changed is
 * played again, and `--policies ''` plays nothing. The file of `--plays`, which `tasks --keep`
 * writes too, does both for tasks; those of peers are not played again.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';
import { corpusFiles } from '@everlong/testing/corpus';

import { writeGeneratedSessions } from './generated-sessions.ts';
import { isSampled } from './groups.ts';
import { drawCompared } from './draw-compared.ts';
import { headlineOf } from './headline.ts';
import { LEFT_OUT_WINDOW, playingLeftOut } from './left-out.ts';
import { overviewOf } from './overview.ts';
import { playPeers } from './play-peers.ts';
import { drawLab } from './picture.ts';
import { detailsOf, lossesTable, reportOf } from './report.ts';
import {
  besideNewest,
  describeRuns,
  describeSample,
  type LabRun,
  mergeRuns,
  readRuns,
} from './rows.ts';
import { playWindows } from './play-windows.ts';
import { leftOutFiles, longFiles, sampleFiles } from './sample.ts';
import { writeTasks } from '../tasks/overview.ts';
import { playTasks } from '../tasks/play-tasks.ts';
import { scorePlays, tasksReport } from '../tasks/report.ts';
import { settingsOf } from '../tasks/task-answers.ts';
import { writeResult } from '../write-result.ts';

const PICTURE = new URL('../results/policies.svg', import.meta.url);
const COMPARED = new URL('../../docs/compared.svg', import.meta.url);

/** Seeds that nobody had read when the policies were made; a conversation fills larger windows. */
const FIRST_SEED = 1001;
const LARGEST_TASK_WINDOW = 16_000;
const MODEL = 'claude-sonnet-4-5';

/** What every table shows beside other policies. */
const COMPANIONS = ['newest', 'full', 'everlong (no snapshot)'];

/** So large a window is played with recordings that fill it, whether the sample has them or not. */
const LONG_WINDOW = 200_000;

/** All presets, and beside the default the other places of its dial. */
const labPolicies = policyNames.flatMap((name) =>
  name === 'everlong' ? ['everlong (little)', name, 'everlong (much)'] : [name],
);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    write: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    'left-out': { type: 'boolean', default: true },
    generated: { type: 'boolean', default: true },
    peers: { type: 'boolean', default: true },
    policies: { type: 'string', default: labPolicies.join(',') },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000,200000' },
    tasks: { type: 'string' },
    plays: { type: 'string', default: join(tmpdir(), `everlong-plays-${process.pid}.jsonl`) },
    save: { type: 'string' },
    from: { type: 'string', multiple: true, default: [] },
  },
});

const recorded = flags.all ? corpusFiles() : sampleFiles();
const made = flags.generated ? writeGeneratedSessions(join(tmpdir(), 'everlong-generated')) : [];
const files = [...(positionals.length > 0 ? positionals : recorded), ...made];
const isSample = flags['left-out'] && !flags.all && positionals.length === 0;
const windows = flags.windows.split(',').map(Number);
const given = flags.policies.split(',').filter((name) => name !== '');
const policies = given.length === 0 ? [] : [...new Set([...given, ...COMPANIONS])];
const usualWindows = windows.filter((window) => window < LONG_WINDOW);
const tasks = {
  count: Number(flags.tasks ?? (flags.all ? 300 : 28)),
  seed: FIRST_SEED,
  windows: windows.filter((window) => window <= LARGEST_TASK_WINDOW),
  keep: flags.plays,
};
/** Threads for the policies; peers have one of their own. */
const workers = Math.max(1, Math.min(2, availableParallelism()) - (flags.peers ? 1 : 0));

// Read before anything is saved: both may be the same file.
const kept = readRuns(flags.from);
const [own, ofPeers] = await Promise.all([
  playPolicies(),
  flags.peers ? playPeers({ files, windows: usualWindows, tasks }) : undefined,
]);
const answers = await playTaskSettings([]);
const merged = mergeRuns([...kept, own, ...(ofPeers === undefined ? [] : [ofPeers])]);
save(merged);

const sample = flags.all || positionals.length > 0 ? '' : ' (a fixed sample)';
const results = besideNewest(merged.rows);
const ofRecordings = merged.rows.filter(isSampled);
const headline = [describeSample(ofRecordings, sample), '', ...headlineOf(results)].join('\n');
const report = reportOf(results).join('\n');
const details = [...describeRuns(merged.runs), '', ...detailsOf(results)].join('\n');
const scores = scorePlays(answers.flatMap(({ rows }) => rows));
const ofTasks = answers.length === 0 ? '' : tasksReport(answers).join('\n');
process.stdout.write(`${headline}\n\n${report}\n\n${details}\n\n## Tasks\n\n${ofTasks}\n`);
if (flags.write) {
  writeResult('lab', {
    title: 'Policies and other context managers on recorded sessions',
    command: 'pnpm --filter @everlong/bench lab --write',
    text: [
      ...describeRuns(merged.runs),
      '',
      headline,
      '',
      'In each cell: cost to finish (`newest` = 1) / entries read again per 100 calls / needed lines that are in the request.',
      'Peers are compared where at most one request in 100 does not fit.',
      '',
      '![Cost to finish against entries read again per 100 calls](policies.svg)',
      '',
      '## One window',
      '',
      'At 16,000 tokens, the sums of all sessions:',
      '',
      ...overviewOf(ofRecordings, 16_000),
      '',
      '## Where `everlong` loses',
      '',
      ...lossesTable(results),
    ].join('\n'),
  });
  if (answers.length > 0) writeTasks(answers);
  writeFileSync(PICTURE, drawLab(results, scores));
  const compared = drawCompared(results);
  if (compared !== undefined) writeFileSync(COMPARED, compared);
}

/** The policies' recordings, those that the sample leaves out, then their tasks. */
async function playPolicies(): Promise<LabRun> {
  const onWindow = (played: LabRun): void => save(mergeRuns([...kept, played]));
  const sampled = await playWindows(files, { policies, windows: usualWindows, workers, onWindow });
  const long = await playWindows(longFiles(LONG_WINDOW), {
    policies,
    windows: windows.filter((window) => window === LONG_WINDOW),
    workers,
    onWindow: () => {},
  });
  const played = mergeRuns([sampled, long, ...(isSample ? [await playLeftOut()] : [])]);
  await playTaskSettings(policies);
  return played;
}

async function playLeftOut(): Promise<LabRun> {
  const left = await playWindows(leftOutFiles(), {
    policies: playingLeftOut(policies),
    windows: windows.filter((window) => window === LEFT_OUT_WINDOW),
    workers,
    onWindow: () => {},
  });
  return { ...left, rows: left.rows.map((row) => ({ ...row, isLeftOut: true })) };
}

/** Plays these policies, and reads what the file of plays has of the others. */
function playTaskSettings(names: readonly string[]) {
  const settings = settingsOf(names, tasks.windows, [true, false]);
  return playTasks({ ...tasks, settings, model: MODEL, workers, again: names });
}

function save(done: LabRun): void {
  if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(done));
}

/**
 * Fits settings of `everlong` without each source in turn, and writes them into
 * `fitted-settings.json`, where the lab finds them. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/replay lab:fit [--windows n,n] [--workers n] [FILE…]
 *
 * Each number that was chosen by trying is compared with three tenths less and more of it. What is
 * cheaper by less than the sources differ is not taken: see `chooseWithout`.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { createPolicy, type PolicySettings } from '@everlong/context';

import { type Candidate, type Choice, chooseWithout, type SourceScore } from './fit-choice.ts';
import { fittedFile } from './fitted-settings.ts';
import { play } from '../lab/play-windows.ts';
import { sampleFiles, sourceOf } from '../lab/sample.ts';

/** The numbers that were chosen by trying; each is compared with less and more of it. */
const TRIED = [
  'carryFactor',
  'maxTailTokens',
  'snapshotShare',
  'lowWaterMark',
  'compactAboveShare',
] as const;
const FACTORS = [0.7, 1.3];

const defaults = createPolicy('everlong').settings;

/** The settings as they are, then one change at a time. */
const candidateSettings: readonly Partial<PolicySettings>[] = [
  {},
  ...TRIED.flatMap((name) =>
    FACTORS.map((factor) => ({ [name]: Number(((defaults[name] ?? 0) * factor).toPrecision(3)) })),
  ),
  { workingSet: false },
];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});
const workers = Number(flags.workers);
const files = positionals.length > 0 ? positionals : sampleFiles();

/** What `newest` costs in each file: the same whatever the settings of others. */
async function newestCosts(window: number): Promise<Map<string, number>> {
  const played = await play(files, { policies: ['newest'], window, workers });
  return new Map(
    played.map(({ file, results }) => [file, results[0]?.closedLoop?.costToFinish ?? 0]),
  );
}

/** A candidate's scores by source, each the sum over the source's sessions. */
async function scoresOf(
  settings: Partial<PolicySettings>,
  window: number,
  newest: ReadonlyMap<string, number>,
): Promise<Record<string, SourceScore>> {
  const played = await play(files, { policies: ['everlong'], window, workers, budget: settings });
  const scores: Record<string, SourceScore> = {};
  for (const [source, own] of Map.groupBy(played, ({ file }) => sourceOf(file))) {
    const sum = { cost: 0, newest: 0, reads: 0, unmet: 0, requests: 0 };
    for (const { file, results } of own) {
      const [result] = results;
      if (result?.closedLoop === undefined) continue;
      sum.newest += newest.get(file) ?? 0;
      sum.cost += result.closedLoop.costToFinish;
      sum.reads += result.closedLoop.readAgain;
      sum.unmet += result.closedLoop.unmet;
      sum.requests += result.requests;
    }
    if (sum.requests === 0) continue;
    scores[source] = {
      cost: sum.cost / sum.newest,
      readAgainPer100: (sum.reads / sum.requests) * 100,
      unmetPer100: (sum.unmet / sum.requests) * 100,
    };
  }
  return scores;
}

const windows: Record<string, Record<string, Choice>> = {};
for (const window of flags.windows.split(',').map(Number)) {
  const candidates: Candidate[] = [];
  const newest = await newestCosts(window);
  for (const settings of candidateSettings) {
    const name = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
    const scores = await scoresOf(settings, window, newest);
    candidates.push({ name: name.join(', ') || 'as it is', settings, scores });
    process.stderr.write(`\n${window}: ${name.join(', ') || 'as it is'}\n`);
  }
  const sources = Object.keys(candidates[0]?.scores ?? {}).toSorted();
  windows[window] = Object.fromEntries(
    sources.map((source) => [source, chooseWithout(source, candidates)]),
  );
  for (const [source, { name, win, spread, tuned }] of Object.entries(windows[window])) {
    const verdict = tuned ? 'tuned' : 'not tuned';
    process.stdout.write(
      `${window} without ${source}: ${name}, cheaper by ${win.toFixed(3)} of \`newest\`, ` +
        `spread ${spread.toFixed(3)}: ${verdict}\n`,
    );
  }
}
writeFileSync(fittedFile, `${JSON.stringify({ defaults, windows }, null, 2)}\n`);

/**
 * Fits the weights by which a compaction ranks older messages (`need-chance.ts` of context), on all
 * sources and without each in turn, and prints how much of what was needed the ranking keeps:
 * fitted, left out, as the code has it, the newest in the same room, and the best choice there is.
 * Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/replay lab:working-set [--write] [--rooms n,n] [FILE…]
 *
 * `--write` puts the tables into `docs/measured.md` and the weights into `fitted-weights.json`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { corpusFiles } from '@everlong/testing/corpus';

// @boundaries-ignore what the engine itself ranks by
import {
  needChance,
  type NeedWeights,
  plainFeatures,
} from '../../../context/src/working-set/need-chance.ts';
import { buildName } from '../build-name.ts';
import { markdownTable } from '../markdown-table.ts';
import { writeSection } from '../write-section.ts';
import { type Cut, type CutGroup, readCuts } from './cuts.ts';
import { fitLogistic } from './logistic.ts';
import { percent } from '../percent.ts';

const OUTPUT = new URL('../../../../docs/measured.md', import.meta.url);
const WEIGHTS = new URL('./fitted-weights.json', import.meta.url);

/** The newest groups stay whatever is chosen. */
const PROTECTED_GROUPS = 3;
/** Room says nothing where nearly all fits. */
const LEAST_EXCESS = 1.3;
/** How much a group's room counts against it. */
const ROOM_POWER = 0.5;

const KINDS = ['user', 'reply', 'read', 'search', 'change', 'run', 'plan', 'other'] as const;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rooms: { type: 'string', default: '5000,9000,16000,30000' },
    write: { type: 'boolean', default: false },
  },
});

function vectorOf({ features, tokens }: CutGroup): number[] {
  const { bias: _one, ...plain } = plainFeatures(features, tokens);
  return [...Object.values(plain), ...KINDS.map((kind) => (features.kind === kind ? 1 : 0))];
}

function fit(cuts: readonly Cut[]): NeedWeights {
  const old = cuts.flatMap(({ groups }) => groups.slice(PROTECTED_GROUPS));
  const [example] = old;
  if (example === undefined) throw new Error('No session is long enough to be fitted on.');
  const { bias: _one, ...plain } = plainFeatures(example.features, example.tokens);
  const fitted = fitLogistic(old.map((group) => ({ x: vectorOf(group), y: isNeeded(group) })));
  const names = [...Object.keys(plain), ...KINDS, 'bias'];
  return Object.fromEntries(names.map((name, at) => [name, fitted[at] ?? 0]));
}

function isNeeded({ lines, values }: CutGroup): 0 | 1 {
  return lines + values > 0 ? 1 : 0;
}

/** How a group is ranked, by its source. */
type Rank = (group: CutGroup, source: string) => number;

const byChance =
  (weightsOf: (source: string) => NeedWeights | undefined): Rank =>
  ({ features, tokens }, source) =>
    needChance(features, tokens, weightsOf(source)) / (1 + tokens) ** ROOM_POWER;

/**
 * Shares of the needed lines, values and messages that are kept in so many tokens; `NaN` of none.
 */
function keptShares(cuts: readonly Cut[], room: number, rank: Rank): number[] {
  const kept = [0, 0, 0];
  const all = [0, 0, 0];
  for (const { groups, source } of cuts) {
    if (groups.reduce((sum, { tokens }) => sum + tokens, 0) < room * LEAST_EXCESS) continue;
    const chosen = new Set(groups.slice(0, PROTECTED_GROUPS));
    let left = room - [...chosen].reduce((sum, { tokens }) => sum + tokens, 0);
    const ranked = groups.map((group) => ({ group, worth: rank(group, source) }));
    for (const { group } of ranked.toSorted((one, other) => other.worth - one.worth)) {
      if (chosen.has(group) || group.tokens > left) continue;
      left -= group.tokens;
      chosen.add(group);
    }
    for (const group of groups) {
      for (const [at, count] of [group.lines, group.values, isNeeded(group)].entries()) {
        all[at] = (all[at] ?? 0) + count;
        if (chosen.has(group)) kept[at] = (kept[at] ?? 0) + count;
      }
    }
  }
  return kept.map((count, at) => count / (all[at] ?? 0));
}

const cuts = await readCuts(positionals.length > 0 ? positionals : corpusFiles());
const sources = [...new Set(cuts.map(({ source }) => source))];
const fitted = fit(cuts);
const leftOut = new Map(
  sources.map((source) => [source, fit(cuts.filter((cut) => cut.source !== source))]),
);
const ranks: [string, Rank][] = [
  ['newest', ({ features }) => -features.age],
  ['fitted on all sources', byChance(() => fitted)],
  ['fitted without the source', byChance((source) => leftOut.get(source))],
  ['in the code', byChance(() => undefined)],
  ['best there is', (group) => (group.lines + group.values) / (1 + group.tokens)],
];
const report = [
  `${cuts.length} places of ${sources.length} sources; ${buildName()}.`,
  '',
  ...keptTable(),
  '',
  ...weightTable(),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeSection(OUTPUT, 'working set', report);
  const weights = { all: fitted, without: Object.fromEntries(leftOut) };
  writeFileSync(WEIGHTS, `${JSON.stringify(weights, rounded, 2)}\n`);
}

function keptTable(): string[] {
  const bySource = [...Map.groupBy(cuts, ({ source }) => source)];
  return markdownTable(
    [
      'room',
      'ranked by',
      'lines kept',
      'values',
      'messages',
      ...sources.map((name) => `lines of ${name}`),
    ],
    flags.rooms
      .split(',')
      .flatMap((room) =>
        ranks.map(([name, rank]) => [
          Number(room).toLocaleString('en'),
          name,
          ...keptShares(cuts, Number(room), rank).map(percent),
          ...bySource.map(([, own]) => percent(keptShares(own, Number(room), rank)[0])),
        ]),
      ),
  );
}

function weightTable(): string[] {
  return markdownTable(
    ['weight', 'on all sources', 'least without one', 'most without one'],
    (Object.keys(fitted) as (keyof NeedWeights)[]).map((name) => {
      const others = [...leftOut.values()].map((weights) => weights[name] ?? 0);
      const values = [fitted[name] ?? 0, Math.min(...others), Math.max(...others)];
      return [name, ...values.map((value) => value.toFixed(2).replace('-', '−'))];
    }),
  );
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(2)) : value;
}

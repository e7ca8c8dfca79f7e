/**
 * Fits the weights by which a compaction ranks older messages (`need-chance.ts` of context), on all
 * sources and without each in turn, and prints how much of what was needed the ranking keeps:
 * fitted, left out, as the code has it, the newest in the same room, and the best choice there is.
 * Use, after `pnpm build`: pnpm --filter @everlong/replay lab:working-set [--rooms n,n] [FILE…]
 */
import { parseArgs } from 'node:util';

import { corpusFiles } from '@everlong/testing/corpus';

// @boundaries-ignore what the engine itself ranks by
import {
  needChance,
  type NeedWeights,
  plainFeatures,
} from '../../../context/src/working-set/need-chance.ts';
import { type Cut, type CutGroup, readCuts } from './cuts.ts';
import { fitLogistic } from './logistic.ts';

/** The newest groups stay whatever is chosen. */
const PROTECTED_GROUPS = 3;
/** Room says nothing where nearly all fits. */
const LEAST_EXCESS = 1.3;
/** How much a group's room counts against it. */
const ROOM_POWER = 0.5;

const KINDS = ['user', 'reply', 'read', 'search', 'change', 'run', 'plan', 'other'] as const;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rooms: { type: 'string', default: '5000,9000,16000,30000' } },
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

/** Shares of the needed lines, values and messages that are kept in so many tokens. */
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
  return kept.map((count, at) => count / (all[at] || 1));
}

const cuts = await readCuts(positionals.length > 0 ? positionals : corpusFiles());
const sources = [...new Set(cuts.map(({ source }) => source))];
const fitted = fit(cuts);
const leftOut = new Map(
  sources.map((source) => [source, fit(cuts.filter((cut) => cut.source !== source))]),
);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

print(`${cuts.length} places of ${sources.length} sources: ${sources.join(', ')}`);
const ranks: [string, Rank][] = [
  ['newest', ({ features }) => -features.age],
  ['fitted', byChance(() => fitted)],
  ['left out', byChance((source) => leftOut.get(source))],
  ['in the code', byChance(() => undefined)],
  ['best there is', (group) => (group.lines + group.values) / (1 + group.tokens)],
];
for (const room of flags.rooms.split(',').map(Number)) {
  print(`\n${room} tokens      needed lines, values, messages kept; lines by source`);
  for (const [name, rank] of ranks) {
    const shares = keptShares(cuts, room, rank).map(percent).join(' ');
    const each = Map.groupBy(cuts, ({ source }) => source);
    const bySource = [...each].map(([source, own]) => {
      const [lines = 0] = keptShares(own, room, rank);
      return `${source} ${(lines * 100).toFixed(0)}`;
    });
    print(`${name.padEnd(14)} ${shares}   ${bySource.join(', ')}`);
  }
}
print('\nWeights fitted on all sources, and the least and most without one:');
for (const name of Object.keys(fitted) as (keyof NeedWeights)[]) {
  const others = [...leftOut.values()].map((weights) => weights[name] ?? 0);
  const [least, most] = [Math.min(...others), Math.max(...others)];
  print(
    `  ${name}: ${(fitted[name] ?? 0).toFixed(2)},`.padEnd(26) +
      `${least.toFixed(2)} to ${most.toFixed(2)}`,
  );
}

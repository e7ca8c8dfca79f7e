/**
 * Fits the weights of `src/claims/replacement-weights.ts`: logistic regression over pairs of
 * messages. For each file the figures of weights fitted on all others come first: how many updates
 * are seen, and how many sound messages and messages of other cases would be marked. Then the
 * weights fitted on all of them.
 *
 *     node --import ../../scripts/source-hooks.ts bench/fit-replacement.ts CASES.jsonl...
 */
import { parseArgs } from 'node:util';

import { REPLACES_FROM } from '../src/claims/replacement-weights.ts';
import { readCases } from './updates/everyday-cases.ts';
import { type MessagePair, pairsOf } from './updates/message-pairs.ts';

/** Cases in which a later sentence changes nothing count more: a mistake there is worse. */
const APART_WEIGHT = 4;
const ROUNDS = 600;
const RATE = 0.5;
const DECAY = 0.0002;

type Weights = Record<string, number>;

const { positionals } = parseArgs({ allowPositionals: true });
const own = ['reporting', 'apart'].map(
  (name) => new URL(`updates/${name}-cases.jsonl`, import.meta.url),
);
const files = [...positionals, ...own].map((file) => ({
  file: String(file).split('/').at(-1) ?? '',
  pairs: pairsOf(readCases(file, 'everyday')).map((pair) =>
    String(file).includes('apart') ? { ...pair, weight: APART_WEIGHT * pair.weight } : pair,
  ),
}));

for (const { file, pairs } of files) {
  const weights = fit(files.flatMap((other) => (other.file === file ? [] : other.pairs)));
  process.stdout.write(`${JSON.stringify({ file, ...count(pairs, weights) })}\n`);
}
process.stdout.write(`${JSON.stringify(fit(files.flatMap(({ pairs }) => pairs)), null, 2)}\n`);

/** By type, how many pairs reach the limit, of how many. */
function count(pairs: readonly MessagePair[], weights: Weights): Record<string, string> {
  const types = [...new Set(pairs.map(({ type }) => type))];
  return Object.fromEntries(
    types.map((type) => {
      const all = pairs.filter((pair) => pair.type === type);
      const seen = all.filter(({ signs }) => oddsOf(signs, weights) >= REPLACES_FROM);
      return [type, `${seen.length}/${all.length}`];
    }),
  );
}

function oddsOf(signs: MessagePair['signs'], weights: Weights): number {
  return Object.entries(signs).reduce(
    (sum, [name, value]) => sum + value * (weights[name] ?? 0),
    weights['bias'] ?? 0,
  );
}

/** Gradient descent with a rate of its own for each weight. */
function fit(pairs: readonly MessagePair[]): Weights {
  const names = ['bias', ...Object.keys(pairs[0]?.signs ?? {})];
  const weights: Weights = Object.fromEntries(names.map((name) => [name, 0]));
  const squares: Weights = { ...weights };
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient: Weights = Object.fromEntries(names.map((name) => [name, 0]));
    for (const { signs, replaces, weight } of pairs) {
      const error = 1 / (1 + Math.exp(-oddsOf(signs, weights))) - (replaces ? 1 : 0);
      for (const [name, value] of Object.entries({ bias: 1, ...signs })) {
        gradient[name] = (gradient[name] ?? 0) + (error * weight * value) / total;
      }
    }
    for (const name of names) {
      const slope = (gradient[name] ?? 0) + (name === 'bias' ? 0 : DECAY * (weights[name] ?? 0));
      squares[name] = (squares[name] ?? 0) + slope ** 2;
      weights[name] = (weights[name] ?? 0) - (RATE * slope) / Math.sqrt(squares[name] + 1e-8);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, Math.round((weights[name] ?? 0) * 100) / 100]),
  );
}

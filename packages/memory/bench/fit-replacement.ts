/**
 * Fits the weights of `src/replacement/replacement-weights.ts`: logistic regression over pairs of
 * messages. For each file the figures of weights fitted on all others come first: how many updates
 * are seen, and how many sound messages and messages of other cases would be marked. Then the
 * weights fitted on all of them, and by how much those that are shipped differ.
 *
 *     node --import ../../scripts/source-hooks.ts bench/fit-replacement.ts [--write] CASES.jsonl...
 *
 * `--write` puts them into that file. Its comment names the files and a hash of what is in them:
 * whoever has them gets the shipped weights again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { REPLACES_FROM, replacementWeights } from '../src/replacement/replacement-weights.ts';
import { readCases } from './updates/everyday-cases.ts';
import { fitWeights as fit, type Weights } from './updates/fit-weights.ts';
import { type MessagePair, pairsOf } from './updates/message-pairs.ts';

/** Cases in which a later sentence changes nothing count more: a mistake there is worse. */
const APART_WEIGHT = 4;

const {
  positionals,
  values: { write },
} = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
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
const fitted = fit(files.flatMap(({ pairs }) => pairs));
const shipped: Weights = { ...replacementWeights };
const changed = Object.keys(fitted).filter((name) => fitted[name] !== shipped[name]);
process.stdout.write(`${JSON.stringify(fitted, null, 2)}\n`);
process.stdout.write(`${changed.length} differ from those shipped: ${changed.join(' ')}\n`);
if (write) writeWeights(fitted);

function writeWeights(weights: Weights): void {
  const target = new URL('../src/replacement/replacement-weights.ts', import.meta.url);
  const lines = Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight},\n`);
  const sources = [...positionals, ...own].map((file) => {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
    return ` * ${String(file).split('/').at(-1) ?? ''} ${digest}\n`;
  });
  const text = readFileSync(target, 'utf8')
    .replace(
      /(?<=as `bench\/fit-replacement\.ts` fits them to:\n)(?: \* \S+ \S+\n)*/u,
      sources.join(''),
    )
    .replace(/(?<=ReplacementWeights = \{\n)(?: {2}\w+: .*\n)*/u, lines.join(''));
  if (!text.includes(lines.join('')))
    throw new Error(`Found no weights to replace in ${target.href}`);
  writeFileSync(target, text);
}

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

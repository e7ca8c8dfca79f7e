/**
 * Fits the factors of `src/encoding/estimate-weights.ts` and the frames of
 * `src/counting/frame-costs.ts` to the growth of recorded prompts, and prints them with their
 * errors: on all samples, and on each session with factors that were fitted without it. Run:
 * `pnpm fit`.
 */
import type { ModelMessage } from '@everlong/core';

import { type GrowthSample, readGrowthSamples } from '@everlong/testing/recorded-growth';
import { median, quantile } from '@everlong/testing/statistics';
import { createBytePairEncoder, UNITS_PER_TOKEN } from '../src/encoding/byte-pair-encoder.ts';
import { createBytePairTables } from '../src/encoding/byte-pair-tables.ts';
import { countMessage } from '../src/counting/count-message.ts';
import { estimateWeights } from '../src/encoding/estimate-weights.ts';
import { type FrameCosts, frameCosts } from '../src/counting/frame-costs.ts';
import { describeModel } from '../src/models/model-registry.ts';
import { PIECE_CLASSES, type PieceClass } from '../src/scanning/piece-class.ts';
import { scanO200k } from '../src/scanning/scan-o200k.ts';
import { O200K_BASE } from '../src/vocabulary/vocabulary-o200k-base.ts';

/** Pulls a factor that the samples say little about towards 1.2, a frame towards 15 tokens. */
const PRIOR_STRENGTH = 1e-3;
/** Below, a few tokens that the transcript does not hold decide about the error. */
const MIN_GROWTH_TOKENS = 100;

const CERTAIN = 1e6;
const ROUNDS = 20;
/** Classes that hardly occur in the transcripts keep the factors that stand in the sources. */
const RARE: ReadonlySet<PieceClass> = new Set(['letter', 'ideograph', 'other']);
type Frame = 'message' | 'toolCall' | 'toolResult' | 'argument';
const NO_COSTS: FrameCosts = {
  message: 0,
  reasoning: 0,
  toolCall: 0,
  toolResult: 0,
  tools: 0,
  tool: 0,
  reply: 0,
};

interface Row {
  session: string;
  features: number[];
  growthTokens: number;
}

const tables = createBytePairTables(O200K_BASE, scanO200k);
const counters = PIECE_CLASSES.map((_, kind) => {
  const weights = new Int32Array(PIECE_CLASSES.length);
  weights[kind] = UNITS_PER_TOKEN;
  return createBytePairEncoder(tables, { pieces: true, texts: false }, weights);
});

function countWith(
  countText: (text: string) => number,
  costs: FrameCosts,
  messages: ModelMessage[],
) {
  const counter = { countText, countEncoded: () => 0, costs, imageRule: 'unknown' as const };
  return messages.reduce((sum, message) => sum + countMessage(counter, message), 0);
}

function toRow({ session, messages, growthTokens }: GrowthSample, frames: Frame[]): Row {
  const none: FrameCosts = frames.includes('argument') ? { ...NO_COSTS, argument: 0 } : NO_COSTS;
  // Images and encrypted reasoning are counted whatever the factors.
  const fixed = countWith(() => 0, none, messages);
  const tokens = counters.map(({ count }) => countWith(count, none, messages) - fixed);
  const framed = frames.map(
    (frame) => countWith(() => 0, { ...none, [frame]: 1 }, messages) - fixed,
  );
  return { session, features: [...tokens, ...framed], growthTokens: growthTokens - fixed };
}

function predict(features: number[], factors: number[]): number {
  return features.reduce((sum, value, index) => sum + value * (factors[index] ?? 0), 0);
}

function relativeError(row: Row, factors: number[]): number {
  return Math.abs(predict(row.features, factors) - row.growthTokens) / row.growthTokens;
}

/**
 * Least absolute relative errors, by least squares that are weighted again and again. Where `known`
 * has a number, that is the factor.
 */
function fit(rows: Row[], known: ReadonlyArray<number | undefined>): number[] {
  const size = rows[0]?.features.length ?? 0;
  const prior = Array.from(
    { length: size },
    (_, index) => known[index] ?? (index < PIECE_CLASSES.length ? 1.2 : 15),
  );
  let factors = prior;
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = Array.from({ length: size }, () => Array.from({ length: size + 1 }, () => 0));
    for (const row of rows) {
      const weight = 1 / row.growthTokens ** 2 / Math.max(relativeError(row, factors), 0.01);
      for (const [index, value] of row.features.entries()) {
        const line = matrix[index] ?? [];
        row.features.forEach((other, column) => {
          line[column] = (line[column] ?? 0) + weight * value * other;
        });
        line[size] = (line[size] ?? 0) + weight * value * row.growthTokens;
      }
    }
    matrix.forEach((line, index) => {
      const strength =
        known[index] === undefined ? PRIOR_STRENGTH * ((line[index] ?? 0) + 1) : CERTAIN;
      line[index] = (line[index] ?? 0) + strength;
      line[size] = (line[size] ?? 0) + strength * (prior[index] ?? 0);
    });
    factors = solve(matrix);
  }
  return factors;
}

/** Gauss-Jordan elimination of an augmented matrix. */
function solve(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    const best = matrix
      .slice(column)
      .toSorted((left, right) => Math.abs(right[column] ?? 0) - Math.abs(left[column] ?? 0))[0];
    const at = matrix.indexOf(best ?? []);
    [matrix[column], matrix[at]] = [matrix[at] ?? [], matrix[column] ?? []];
    const pivot = matrix[column] ?? [];
    for (const line of matrix) {
      if (line === pivot) continue;
      const factor = (line[column] ?? 0) / (pivot[column] ?? 1);
      for (let index = column; index <= size; index++) {
        line[index] = (line[index] ?? 0) - factor * (pivot[index] ?? 0);
      }
    }
  }
  return matrix.map((line, index) => (line[size] ?? 0) / (line[index] ?? 1));
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

const samples = readGrowthSamples().filter(({ growthTokens }) => growthTokens >= MIN_GROWTH_TOKENS);
if (samples.length === 0) process.stderr.write('No transcripts: set EVERLONG_CORPUS.\n');
for (const family of ['claude', 'gemini', 'openai'] as const) {
  const frames: Frame[] = ['message', 'toolCall', 'toolResult'];
  if (frameCosts(family).argument !== undefined) frames.push('argument');
  const rows = samples
    .filter(({ model }) => describeModel(model).family === family)
    .map((sample) => toRow(sample, frames))
    .filter(({ growthTokens }) => growthTokens >= MIN_GROWTH_TOKENS);
  if (rows.length === 0) continue;
  const weights = estimateWeights(family);
  const known = PIECE_CLASSES.map((name, index): number | undefined => {
    if (weights === undefined) return 1;
    return RARE.has(name) ? (weights[index] ?? 0) / UNITS_PER_TOKEN : undefined;
  });
  // Messages and calls grow together, so the transcripts cannot tell their frames apart.
  known.push(frameCosts(family).message);
  // An estimate is never below the stand-in's count, whatever the text.
  const free = fit(rows, known);
  PIECE_CLASSES.forEach((_, index) => {
    if ((free[index] ?? 1) < 1) known[index] = 1;
  });
  const factors = fit(rows, known);
  const names = [...PIECE_CLASSES, ...frames];
  const sessions = [...new Set(rows.map(({ session }) => session))];
  const leftOut = sessions.flatMap((session) => {
    const without = fit(
      rows.filter((row) => row.session !== session),
      known,
    );
    return rows.filter((row) => row.session === session).map((row) => relativeError(row, without));
  });
  const all = rows.map((row) => relativeError(row, factors));
  process.stdout.write(
    `${family}: ${rows.length} samples of ${sessions.length} sessions\n` +
      `  ${names.map((name, index) => `${name} ${(factors[index] ?? 0).toFixed(2)}`).join(', ')}\n` +
      `  median error ${percent(median(all))}; of sessions left out ${percent(median(leftOut))}, ` +
      `90 % below ${percent(quantile(leftOut, 0.9))}\n`,
  );
}

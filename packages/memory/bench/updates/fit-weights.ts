import type { MessagePair } from './message-pairs.ts';

/** By sign, and `bias`. */
export type Weights = Record<string, number>;

const ROUNDS = 50;
const PRECISION = 1e-9;
const DECAY = 0.0005;

/**
 * Logistic regression over pairs of messages, rounded to hundredths. By Newton's method: what is
 * minimized has one minimum, so that every run ends in the same weights.
 */
export function fitWeights(pairs: readonly MessagePair[]): Weights {
  const names = ['bias', ...Object.keys(pairs[0]?.signs ?? {})];
  const rows = pairs.map(({ signs, replaces, weight }) => ({
    values: names.map((name) => (name === 'bias' ? 1 : (signs[name] ?? 0))),
    replaces: replaces ? 1 : 0,
    weight,
  }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const weights = names.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const system = names.map((_, at) => [
      ...names.map((__, other) => (at === other && at > 0 ? DECAY : 0)),
      at === 0 ? 0 : DECAY * (weights[at] ?? 0),
    ]);
    for (const { values, replaces, weight } of rows) {
      const odds = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-odds));
      addRow(system, values, {
        slope: ((chance - replaces) * weight) / total,
        curve: (chance * (1 - chance) * weight) / total,
      });
    }
    const step = solve(system);
    for (const [at, change] of step.entries()) weights[at] = (weights[at] ?? 0) - change;
    if (step.every((change) => Math.abs(change) < PRECISION)) break;
  }
  return Object.fromEntries(
    names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 100) / 100 + 0]),
  );
}

function addRow(
  system: number[][],
  values: readonly number[],
  { slope, curve }: { slope: number; curve: number },
): void {
  for (const [at, row] of system.entries()) {
    const value = values[at] ?? 0;
    if (value === 0) continue;
    for (const [other, each] of values.entries()) {
      row[other] = (row[other] ?? 0) + curve * value * each;
    }
    row[values.length] = (row[values.length] ?? 0) + slope * value;
  }
}

/** Solves linear equations, each a row of factors and a sum, by elimination. */
function solve(equations: readonly (readonly number[])[]): number[] {
  const rows = equations.map((row) => [...row]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const below = rows.slice(at).map((row) => Math.abs(row[at] ?? 0));
    const pivot = at + below.indexOf(Math.max(...below));
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const pivotRow = rows[at] ?? [];
    for (const [index, row] of rows.entries()) {
      const factor = (row[at] ?? 0) / (pivotRow[at] ?? 1);
      if (index === at || factor === 0) continue;
      for (let column = at; column <= size; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0);
      }
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

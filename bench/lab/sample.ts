/** Which recorded sessions the lab plays: all of them, or the same sample each time. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { ConstraintSpans } from '@everlong/replay';
import { createRandom } from '@everlong/testing/random';
import { corpusFiles } from '@everlong/testing/corpus';

const SEED = 11;

/** Sessions of one source in the sample, at most, and the largest file that it may hold. */
const MOST_OF_A_SOURCE = 4;
const MOST_BYTES = 130_000;

/** Recordings that are played besides, at one window. */
const MOST_LEFT_OUT = 36;

const labelFile = new URL('../snapshots/constraint-labels.json', import.meta.url);

/** The program that recorded a file, by its folder. */
export function sourceOf(file: string): string {
  return basename(dirname(file));
}

/** Up to four sessions of each source, of at most 130 kB, drawn with a fixed seed; in order. */
export function sampleFiles(all = corpusFiles()): string[] {
  const random = createRandom(SEED);
  const drawn = [...Map.groupBy(all, sourceOf).values()].flatMap((files) => {
    const fitting = files.filter((file) => statSync(file).size <= MOST_BYTES);
    // The largest of a source is always there: short sessions are compacted by nobody.
    const largest = fitting.toSorted((left, right) => statSync(right).size - statSync(left).size);
    return [...largest.slice(0, 1), ...random.shuffle(largest.slice(1))].slice(0, MOST_OF_A_SOURCE);
  });
  return drawn.toSorted();
}

/**
 * The largest recordings that the sample leaves out, largest first. Smaller ones are rarely
 * compacted.
 */
export function leftOutFiles(all = corpusFiles()): string[] {
  const sampled = new Set(sampleFiles(all));
  return all
    .filter((file) => !sampled.has(file))
    .toSorted((left, right) => statSync(right).size - statSync(left).size)
    .slice(0, MOST_LEFT_OUT);
}

/** Recordings that fill a window, at some four bytes of JSON a token. */
export function longFiles(window: number, all = corpusFiles()): string[] {
  return all.filter((file) => gunzipSync(readFileSync(file)).length >= window * 4);
}

/** The constraints labelled by hand in each of the files that has any. */
export function labelsOf(files: readonly string[]): Record<string, ConstraintSpans> {
  const { tuned, heldOut } = JSON.parse(readFileSync(labelFile, 'utf8')) as Record<
    'tuned' | 'heldOut',
    Record<string, { constraints: ConstraintSpans }>
  >;
  const labels = { ...tuned, ...heldOut };
  return Object.fromEntries(
    files.flatMap((file) => {
      const found = labels[`${sourceOf(file)}/${basename(file, '.jsonl.gz')}`];
      return found === undefined ? [] : [[file, found.constraints]];
    }),
  );
}

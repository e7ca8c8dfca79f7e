/**
 * How many of the user constraints that were labelled by hand are found, and how many of those found
 * are labelled. Use: `pnpm bench:constraints [--list]`, with the corpus beside the repository or in
 * EVERLONG_CORPUS, after `pnpm build`; `--list` names the places of what was missed and found wrongly,
 * `--tuned` leaves the held-out part alone.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { constraintsOf } from '@everlong/summarizer';

import { type ConstraintScore, readLabels, scoreConstraints } from './score-constraints.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpus = resolve(root, process.env['EVERLONG_CORPUS'] ?? '../shared/corpus');
const { tuned, heldOut } = readLabels();

function report(
  name: string,
  { labelled, hit, found, right, missed, wrong }: ConstraintScore,
): void {
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  process.stdout.write(
    `${name}: recall ${percent(hit, labelled)} (${hit} of ${labelled}), ` +
      `precision ${percent(right, found)} (${right} of ${found})\n`,
  );
  if (!process.argv.includes('--list')) return;
  for (const place of missed) process.stdout.write(`  missed ${place}\n`);
  for (const place of wrong) process.stdout.write(`  wrong  ${place}\n`);
}

report('tuned', scoreConstraints(corpus, tuned, constraintsOf));
if (!process.argv.includes('--tuned')) {
  report('held out', scoreConstraints(corpus, heldOut, constraintsOf));
}

/**
 * How many of the user constraints that were labelled by hand are found, and how many of those
 * found are labelled. Use: `pnpm bench:constraints [--list]`, with the corpus beside the repository
 * or in EVERLONG_CORPUS, after `pnpm build`; `--list` names the places of what was missed and found
 * wrongly, `--tuned` leaves the held-out part alone.
 */
import { constraintsOf } from '@everlong/summarizer';
import { corpus } from '@everlong/testing/corpus';

import { type ConstraintScore, readLabels, scoreConstraints } from './score-constraints.ts';

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

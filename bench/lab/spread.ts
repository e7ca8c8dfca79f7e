/** A figure over the sessions of a policy. */
import { type Spread, spreadOf } from '@everlong/replay';

import type { Figure } from './figures.ts';
import type { LabResult } from './rows.ts';

export function spread(sessions: readonly LabResult[], figure: Figure): Spread {
  return spreadOf(
    sessions.map(({ source, result, newest }) => ({ source, ...figure.share(result, newest) })),
  );
}

export function show(value: number | null, { format }: Figure): string {
  return value === null ? '–' : format(value);
}

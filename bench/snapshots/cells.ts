/** How the tables of snapshots write a number. */
import type { PolicyResult } from '@everlong/replay';

export function constraintShare({ constraints: { present, total } }: PolicyResult): string {
  return share(total === 0 ? null : present / total);
}

export function inThousands(tokens: number): string {
  return tokens.toLocaleString('en-US');
}

export function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

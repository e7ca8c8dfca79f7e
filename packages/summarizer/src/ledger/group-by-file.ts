import type { LedgerItem } from '@everlong/core';

/** Values that stood in one file; without a file those that stood in none, or alone in theirs. */
export interface FileGroup {
  file?: string;
  /** In the order given. */
  items: LedgerItem[];
}

/** Fewer values of a file are not worth a line that names it. */
const MIN_VALUES = 6;

/** The values by the files that they stood in, those without one first, then the files as they come up. */
export function groupByFile(items: readonly LedgerItem[]): FileGroup[] {
  const byFile = Map.groupBy(
    items.filter(({ of }) => of !== undefined),
    ({ of = '' }) => of,
  );
  const groups = [...byFile]
    .filter(([, { length }]) => length >= MIN_VALUES)
    .map(([file, own]) => ({ file, items: own }));
  const grouped = new Set(groups.flatMap((group) => group.items));
  return [{ items: items.filter((item) => !grouped.has(item)) }, ...groups];
}

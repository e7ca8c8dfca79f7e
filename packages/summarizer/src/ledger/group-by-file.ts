import type { LedgerItem } from '@everlong/core';

/** Values of one file; without `file`, those of no file and of files with too few values. */
export interface FileGroup {
  file?: string;
  /** In the order given. */
  items: LedgerItem[];
}

/** Fewer values do not justify a line that names their file. */
const MIN_VALUES = 6;

/**
 * Groups values by their files: first those without a file, then the files in order of first use.
 */
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

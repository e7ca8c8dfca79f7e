import { setImmediate } from 'node:timers/promises';

import type { StoreDatabase } from '../database/store-database.js';

/** Pages that one transaction merges: it holds the write lock for some ten milliseconds. */
const PAGES = 100;

/**
 * Merges the search index until no word of a deleted entry is in it. A negative number begins the
 * merge of all of it, positive ones go on; a step that changes fewer than two rows had nothing to do
 * (https://sqlite.org/fts5.html#the_merge_command).
 */
export async function eraseWords({ statements, writeDerived }: StoreDatabase): Promise<void> {
  const merge = (pages: number): boolean => {
    const before = statements.totalChanges.get()?.changes ?? 0;
    statements.mergeWords.run(pages);
    return (statements.totalChanges.get()?.changes ?? 0) - before >= 2;
  };
  for (let pages = -PAGES; await writeDerived(() => merge(pages)); pages = PAGES) {
    await setImmediate();
  }
}

import type { NameMerge } from '@everlong/core';

import { standsFor } from '../facts/entity-names.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** What stands for a name that stands for another comes first, as it was merged first. */
export async function listMerges({ index }: MemoryContext, scope: string): Promise<NameMerge[]> {
  const aliases = await index.aliases(scope);
  return [...aliases]
    .map(([alias, name]) => ({ merge: { name, alias }, depth: standsFor(aliases, alias).length }))
    .toSorted((left, right) => right.depth - left.depth)
    .map(({ merge }) => merge);
}

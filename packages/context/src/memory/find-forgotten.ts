import type { MemoryGuard } from './memory-guard.js';

/** What a record of memory is known by. */
interface Known {
  factId?: number | undefined;
  restsOn?: readonly string[] | undefined;
}

/** Those of the records that were forgotten or withdrawn, in whole or in part. */
export async function findForgotten<Item extends Known>(
  guard: MemoryGuard,
  items: readonly Item[],
): Promise<Item[]> {
  const factIds = [...new Set(items.flatMap(({ factId }) => factId ?? []))];
  const restsOn = [...new Set(items.flatMap((item) => item.restsOn ?? []))];
  if (factIds.length + restsOn.length === 0) return [];
  const found = await guard.ask((memory, scope) =>
    memory.findForgotten(scope, { factIds, restsOn }),
  );
  const ids = new Set<unknown>(listOf(found?.factIds));
  const marks = new Set<unknown>(listOf(found?.restsOn));
  return items.filter(
    (item) => ids.has(item.factId) || item.restsOn?.some((mark) => marks.has(mark)) === true,
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

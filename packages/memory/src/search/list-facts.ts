import type { ListFactsOptions, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { holds } from '../facts/holds.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import { pointInTime } from '../scope/point-in-time.js';

const PAGE = 1000;

export async function listFacts(
  context: MemoryContext,
  scope: string,
  options: ListFactsOptions = {},
): Promise<MemoryFact[]> {
  const { subject, past = false, limit = Infinity } = options;
  const at = pointInTime(context, options);
  const names =
    subject === undefined ? undefined : namesOf(await context.index.aliases(scope), subject);
  const found: StoredFact[] = [];
  for (let after = options.after ?? 0; found.length < limit;) {
    const page = await context.index.facts(scope, {
      after,
      limit: PAGE,
      ...(names === undefined ? {} : { entities: names }),
    });
    const shown = page.filter((fact) => (past ? fact.recordedAt <= at.knownAt : holds(fact, at)));
    found.push(...shown);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.id;
  }
  return found.slice(0, limit).map(toMemoryFact);
}

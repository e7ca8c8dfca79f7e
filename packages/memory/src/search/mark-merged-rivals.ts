import type { MemoryIndex, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { holds, type PointInTime } from '../facts/holds.js';
import { mergedRivals } from '../facts/merged-rivals.js';
import { slotsOf } from '../facts/plan-facts.js';

interface NamedFacts {
  index: MemoryIndex;
  scope: string;
  at: PointInTime;
  aliases: ReadonlyMap<string, string>;
}

/** The facts, disputed where they contradict others only since two names mean one entity. */
export async function markMergedRivals(
  { index, scope, at, aliases }: NamedFacts,
  facts: readonly StoredFact[],
): Promise<StoredFact[]> {
  if (aliases.size === 0) return [...facts];
  const ids = new Set<number>();
  const bySubject = Map.groupBy(
    facts.filter(({ cardinality, isNegated }) => cardinality === 'one' && !isNegated),
    ({ subject }) => subject,
  );
  for (const [subject, own] of bySubject) {
    const names = namesOf(aliases, subject);
    if (names.length === 1) continue;
    const slots = own.flatMap(({ predicate }) => slotsOf(names, predicate));
    const known = await index.facts(scope, { slots: [...new Set(slots)], past: false });
    const held = known.filter((fact) => holds(fact, at));
    for (const { id } of mergedRivals(held, names)) ids.add(id);
  }
  return facts.map((fact) => (ids.has(fact.id) ? { ...fact, isDisputed: true } : fact));
}

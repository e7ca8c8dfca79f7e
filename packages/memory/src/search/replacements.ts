import type { MemoryIndex, StoredFact } from '@everlong/core';

import { holds, type PointInTime } from '../facts/holds.js';
import { isMoreTrusted } from '../facts/trust-order.js';

export interface FactsAt {
  index: MemoryIndex;
  scope: string;
  at: PointInTime;
}

/** Facts that superseded one another in a row. */
const MAX_CHAIN = 8;

/** For each superseded fact the last one of those that took its place, if it is known. */
export async function findSuccessors(
  { index, scope, at }: FactsAt,
  facts: readonly StoredFact[],
): Promise<Map<StoredFact, StoredFact | undefined>> {
  const over = facts.filter((fact) => fact.supersededBy !== undefined && !holds(fact, at));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  let next = over;
  for (let depth = 0; depth < MAX_CHAIN && next.length > 0; depth++) {
    const ids = [...new Set(next.flatMap(({ supersededBy: id }) => id ?? []))];
    const fresh = ids.filter((id) => !byId.has(id));
    next = fresh.length === 0 ? [] : await index.facts(scope, { ids: fresh });
    for (const fact of next) byId.set(fact.id, fact);
  }
  return new Map(over.map((fact) => [fact, lastOf(fact, byId)]));
}

function lastOf(fact: StoredFact, byId: ReadonlyMap<number, StoredFact>): StoredFact | undefined {
  let last: StoredFact | undefined = fact;
  for (let depth = 0; depth < MAX_CHAIN && last?.supersededBy !== undefined; depth++) {
    last = byId.get(last.supersededBy);
  }
  return last;
}

/** For each fact that is the weaker side of a dispute, the stronger. */
export async function findStronger(
  { index, scope, at }: FactsAt,
  facts: readonly StoredFact[],
): Promise<Map<StoredFact, StoredFact>> {
  const disputed = facts.filter((fact) => fact.isDisputed && !fact.isNegated && holds(fact, at));
  if (disputed.length === 0) return new Map();
  const slots = [...new Set(disputed.map(({ slot }) => slot))];
  const rivals = (await index.facts(scope, { slots, past: false })).filter((each) =>
    holds(each, at),
  );
  return new Map(
    disputed.flatMap((fact): [StoredFact, StoredFact][] => {
      const stronger = rivals.findLast((other) => outweighs(other, fact));
      return stronger === undefined ? [] : [[fact, stronger]];
    }),
  );
}

/**
 * Whether a fact is the better side of a dispute: from who is trusted more, else the subject's own
 * words, else the later ones.
 */
function outweighs(fact: StoredFact, other: StoredFact): boolean {
  if (!fact.isDisputed || fact.slot !== other.slot || fact.id === other.id) return false;
  if (fact.isNegated) return fact.object === other.object;
  if (fact.trust !== other.trust) return isMoreTrusted(fact.trust, other.trust);
  if (fact.confidence !== other.confidence) return fact.confidence > other.confidence;
  return fact.validFrom > other.validFrom;
}

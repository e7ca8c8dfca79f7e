import type { StoredFact } from '@everlong/core';

import { change, factsIn, type FactPlan } from '../facts/fact-plan.js';
import { addAsItIs, type FactDraft, isRivalOf, planFact } from '../facts/plan-facts.js';
import { valueKey } from '../facts/fact-keys.js';
import type { ListedFact } from './fact-drafts.js';

/** A fact that another memory listed, and the draft made of it. */
export interface Restored {
  listed: ListedFact;
  draft: FactDraft;
}

/**
 * Plans facts of another memory as they were there; returns them in their order. One that is known
 * is not added again; one that holds and contradicts a fact of this memory is decided as any other.
 */
export function restoreFacts(
  plan: FactPlan,
  facts: readonly Restored[],
  now: string,
): (StoredFact | undefined)[] {
  const first = plan.nextId;
  /** Ids in this memory, by those in the other one. */
  const ids = new Map<number, number>();
  const planned = facts.map(({ listed, draft }) => {
    // What it rests on is linked below, when all have their ids.
    const fact = restore(plan, { listed, draft: { ...draft, derivedFrom: [] } }, now, first);
    if (fact !== undefined && listed.id !== undefined) ids.set(listed.id, fact.id);
    return fact?.id;
  });
  for (const [at, { listed }] of facts.entries()) {
    const fact = plan.facts.get(planned[at] ?? -1);
    if (fact !== undefined && fact.id >= first) change(plan, linked(fact, listed, ids));
  }
  return planned.map((id) => plan.facts.get(id ?? -1));
}

function restore(
  plan: FactPlan,
  { listed, draft }: Restored,
  now: string,
  first: number,
): StoredFact | undefined {
  const own = factsIn(plan, draft.slots).filter(({ id }) => id < first);
  const known = own.find((fact) => isTheSame(fact, draft));
  if (known !== undefined) return known;
  const isOver = draft.validTo !== undefined || listed.retiredAt !== undefined;
  const isClear = isOver || !own.some((fact) => isRivalOf(fact, draft));
  if (!isClear) return planFact(plan, draft, now);
  const { recordedAt = now, retiredAt, isDisputed = false } = listed;
  return addAsItIs(plan, draft, {
    recordedAt,
    isDisputed,
    ...(isOver ? { retiredAt: retiredAt ?? now } : {}),
  });
}

function isTheSame(fact: StoredFact, draft: FactDraft): boolean {
  return (
    fact.validFrom === draft.validFrom &&
    fact.isNegated === draft.isNegated &&
    valueKey(fact.object) === valueKey(draft.object)
  );
}

/** A fact with the facts that it rests on, and its successor, as far as they were taken over. */
function linked(
  fact: StoredFact,
  { derivedFrom = [], supersededBy }: ListedFact,
  ids: ReadonlyMap<number, number>,
): StoredFact {
  const successor = supersededBy === undefined ? undefined : ids.get(supersededBy);
  return {
    ...fact,
    derivedFrom: derivedFrom.flatMap((id) => ids.get(id) ?? []),
    ...(successor === undefined || fact.retiredAt === undefined ? {} : { supersededBy: successor }),
  };
}

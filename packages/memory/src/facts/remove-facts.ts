import type { StoredFact } from '@everlong/core';

import { change, factsIn, type FactPlan, markStale } from './fact-plan.js';

/**
 * Removes facts from a plan. A fact that they superseded holds again, or passes to their successor;
 * facts derived from them become stale. The plan must contain all facts that depend on them.
 *
 * @returns ids of the facts that hold again
 */
export function removeFacts(plan: FactPlan, ids: ReadonlySet<number>): number[] {
  const removed = new Map<number, StoredFact>();
  for (const id of ids) {
    const fact = plan.facts.get(id);
    if (fact === undefined) continue;
    removed.set(id, fact);
    plan.facts.delete(id);
    plan.changed.delete(id);
  }
  const restored: number[] = [];
  for (const fact of plan.facts.values()) {
    if (fact.supersededBy !== undefined && removed.has(fact.supersededBy)) {
      if (relink(plan, fact, successorLeft(fact, removed))) restored.push(fact.id);
    }
  }
  for (const fact of plan.facts.values()) clearMarks(plan, fact, removed);
  for (const id of removed.keys()) markStale(plan, id);
  return restored;
}

/**
 * Takes back successions between facts that turned out to be of different entities: what had ended
 * holds again, or passes to the next successor of its own entity. The plan must contain all facts of
 * these entities, and those derived from them.
 */
export function separateFacts(
  plan: FactPlan,
  areApart: (one: StoredFact, other: StoredFact) => boolean,
): void {
  for (const fact of plan.facts.values()) {
    const taken = successorOf(plan, fact);
    if (taken === undefined || !areApart(fact, taken)) continue;
    let next: StoredFact | undefined = taken;
    while (next !== undefined && areApart(fact, next)) next = successorOf(plan, next);
    relink(plan, fact, next?.id);
  }
  for (const fact of plan.facts.values()) clearMarks(plan, fact, new Map());
}

function successorOf(plan: FactPlan, { supersededBy }: StoredFact): StoredFact | undefined {
  return supersededBy === undefined ? undefined : plan.facts.get(supersededBy);
}

function successorLeft(
  { supersededBy }: StoredFact,
  removed: ReadonlyMap<number, StoredFact>,
): number | undefined {
  let next = supersededBy;
  while (next !== undefined && removed.has(next)) next = removed.get(next)?.supersededBy;
  return next;
}

/** Links a fact to another successor; returns whether there is none: it holds again. */
function relink(plan: FactPlan, fact: StoredFact, next: number | undefined): boolean {
  const successor = next === undefined ? undefined : plan.facts.get(next);
  const { supersededBy: _by, retiredAt: _at, validTo: _to, ...open } = fact;
  if (successor === undefined) {
    change(plan, open);
    return true;
  }
  const retiredAt = fact.retiredAt ?? successor.recordedAt;
  change(plan, { ...open, supersededBy: successor.id, retiredAt, validTo: successor.validFrom });
  return false;
}

/** Clears `isDisputed` and `isStale` where the reason is gone. */
function clearMarks(
  plan: FactPlan,
  fact: StoredFact,
  removed: ReadonlyMap<number, StoredFact>,
): void {
  const wasDisputed = [...removed.values()].some(
    ({ slot, isDisputed }) => isDisputed && slot === fact.slot,
  );
  const rivals = factsIn(plan, [fact.slot]).filter(
    (other) => other.id !== fact.id && other.isDisputed,
  );
  if (fact.isDisputed && wasDisputed && rivals.length === 0) {
    change(plan, { ...fact, isDisputed: false });
  }
  const grounds = fact.derivedFrom.map((id) => plan.facts.get(id));
  const allHold = grounds.every((ground) => ground !== undefined && ground.retiredAt === undefined);
  if (fact.isStale && grounds.length > 0 && allHold) change(plan, { ...fact, isStale: false });
}

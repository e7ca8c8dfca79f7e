import type { FactFilter, MemoryIndex, StoredFact } from '@everlong/core';

/** The facts in play, by id, and the changes to them. */
export interface FactPlan {
  /** Where the facts of the scope come from. */
  index: Pick<MemoryIndex, 'facts'>;
  scope: string;
  facts: Map<number, StoredFact>;
  /** Ids of those to store. */
  changed: Set<number>;
  added: number[];
  nextId: number;
  /** Ids by slot, and by what the facts were derived from, so that no draft searches all. */
  bySlot: Map<string, Set<number>>;
  byGround: Map<number, Set<number>>;
}

/** @param nextId of the first fact that is added */
export function newPlan(
  { index }: Pick<FactPlan, 'index'>,
  scope: string,
  nextId: number,
): FactPlan {
  return {
    index,
    scope,
    facts: new Map(),
    changed: new Set(),
    added: [],
    nextId,
    bySlot: new Map(),
    byGround: new Map(),
  };
}

/** Adds a stored fact unless the plan has it, perhaps changed. */
export function load(plan: FactPlan, fact: StoredFact): void {
  if (!plan.facts.has(fact.id)) keep(plan, fact);
}

/** Loads the facts that a filter finds; returns them as they are stored. */
export async function loadFacts(plan: FactPlan, filter: FactFilter): Promise<StoredFact[]> {
  const facts = await plan.index.facts(plan.scope, filter);
  for (const fact of facts) load(plan, fact);
  return facts;
}

/** Loads the facts that turn stale when these no longer hold. */
export async function loadDependents(plan: FactPlan, facts: Iterable<StoredFact>): Promise<void> {
  let next = [...facts];
  for (let depth = 0; depth < 8 && next.length > 0; depth++) {
    const dependsOn = next.map(({ id }) => id);
    const found = await plan.index.facts(plan.scope, { dependsOn });
    next = found.filter(({ id }) => !plan.facts.has(id));
    for (const fact of next) load(plan, fact);
  }
}

/** Loads the facts that those of the plan were derived from. */
export async function loadGrounds(plan: FactPlan): Promise<void> {
  const ids = [...plan.facts.values()].flatMap(({ derivedFrom }) => derivedFrom);
  await loadFacts(plan, { ids });
}

/** Adds or replaces a fact that is to be stored. */
export function change(plan: FactPlan, fact: StoredFact): StoredFact {
  keep(plan, fact);
  plan.changed.add(fact.id);
  return fact;
}

/** The facts of slots, those that hold no more included, by id. */
export function factsIn(plan: FactPlan, slots: readonly string[]): StoredFact[] {
  const ids = [...new Set(slots.flatMap((slot) => [...(plan.bySlot.get(slot) ?? [])]))];
  return ids.toSorted((left, right) => left - right).flatMap((id) => plan.facts.get(id) ?? []);
}

/** The facts that are to be stored. */
export function changedFacts({ facts, changed }: FactPlan): StoredFact[] {
  return [...changed].flatMap((id) => facts.get(id) ?? []);
}

/** Marks every fact derived from this one as stale. */
export function markStale(plan: FactPlan, id: number): void {
  for (const dependent of plan.byGround.get(id) ?? []) {
    const fact = plan.facts.get(dependent);
    if (fact === undefined || fact.isStale) continue;
    change(plan, { ...fact, isStale: true });
    markStale(plan, fact.id);
  }
}

/** Whether nothing has ended it. */
export function isOpen(fact: StoredFact): boolean {
  return fact.retiredAt === undefined && fact.validTo === undefined;
}

function keep(plan: FactPlan, fact: StoredFact): void {
  plan.facts.set(fact.id, fact);
  addTo(plan.bySlot, fact.slot, fact.id);
  for (const ground of fact.derivedFrom) addTo(plan.byGround, ground, fact.id);
}

function addTo<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, new Set([id]));
  else ids.add(id);
}

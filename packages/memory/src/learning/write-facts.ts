import type { FactInput, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { type FactDraft, type FactPlan, planFact, slotsOf } from '../facts/plan-facts.js';
import { changeScope } from '../scope/change-scope.js';
import { draftInput } from './fact-drafts.js';
import { forgottenHash, load, loadDependents, newPlan } from './known-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { toMemoryFact } from '../scope/to-memory-fact.js';

/** Facts of one transaction. */
const BATCH = 1000;

export async function writeFacts(
  context: MemoryContext,
  scope: string,
  inputs: readonly FactInput[],
): Promise<MemoryFact[]> {
  const written: MemoryFact[] = [];
  for (let from = 0; from < inputs.length; from += BATCH) {
    const batch = inputs.slice(from, from + BATCH);
    written.push(...(await writeBatch(context, scope, batch)));
  }
  return written;
}

async function writeBatch(
  context: MemoryContext,
  scope: string,
  inputs: readonly FactInput[],
): Promise<MemoryFact[]> {
  return changeScope(context, scope, async (state) => {
    const now = context.now();
    const plan = newPlan(state);
    const drafts = inputs.map((input) => draftInput(context, input, now));
    await resolveSlots(context, scope, drafts);
    const slots = [...new Set(drafts.flatMap((draft) => draft.slots))];
    const rivals = await context.index.facts(scope, { slots });
    for (const fact of rivals) load(plan, fact);
    const replaceable = replaceableIds(drafts, rivals);
    await loadDependents({ context, scope, plan }, replaceable);
    const near = nearFacts(plan);
    const facts = drafts.map((draft) => planOne(plan, near, draft, now));
    const result = facts.map((fact) => toMemoryFact(plan.facts.get(fact.id) ?? fact));
    if (plan.changed.size === 0) return { result };
    const putFacts = [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []);
    // A fact written on purpose may be learned again after it was forgotten.
    return { result, changes: { putFacts, removeHashes: drafts.map(forgottenHash) } };
  });
}

/** Sets each draft's slots, one for every name of its entity. */
async function resolveSlots(
  { index }: MemoryContext,
  scope: string,
  drafts: readonly FactDraft[],
): Promise<void> {
  const aliases = await index.aliases(scope);
  if (aliases.size === 0) return;
  for (const draft of drafts) {
    draft.slots = slotsOf(namesOf(aliases, draft.subject), draft.predicate);
  }
}

/** Facts that a draft may end; those derived from them turn stale. */
function replaceableIds(drafts: readonly FactDraft[], rivals: readonly StoredFact[]): number[] {
  const slots = new Set(
    drafts
      .filter(({ cardinality, isNegated }) => cardinality === 'one' || isNegated)
      .flatMap((draft) => draft.slots),
  );
  return rivals
    .filter((fact) => fact.retiredAt === undefined && (fact.isNegated || slots.has(fact.slot)))
    .map(({ id }) => id);
}

/** A plan's facts by slot and by what they derive from, so that no draft searches all. */
interface NearFacts {
  add(fact: StoredFact): void;
  /** The facts of the slots, with all facts derived from them. */
  around(slots: readonly string[]): StoredFact[];
}

function nearFacts(plan: FactPlan): NearFacts {
  const bySlot = new Map<string, Set<number>>();
  const byGround = new Map<number, Set<number>>();
  const near: NearFacts = {
    add({ id, slot, derivedFrom }) {
      addTo(bySlot, slot, id);
      for (const ground of derivedFrom) addTo(byGround, ground, id);
    },
    around(slots) {
      const ids = new Set(slots.flatMap((slot) => [...(bySlot.get(slot) ?? [])]));
      // Iterating a set visits what is added meanwhile.
      for (const id of ids) for (const dependent of byGround.get(id) ?? []) ids.add(dependent);
      return [...ids].flatMap((id) => plan.facts.get(id) ?? []);
    },
  };
  for (const fact of plan.facts.values()) near.add(fact);
  return near;
}

function addTo<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, new Set([id]));
  else ids.add(id);
}

/** Plans a draft among the facts of its slots only. */
function planOne(plan: FactPlan, near: NearFacts, draft: FactDraft, now: string): StoredFact {
  const part: FactPlan = {
    facts: new Map(near.around(draft.slots).map((fact) => [fact.id, fact])),
    changed: new Set(),
    added: [],
    nextId: plan.nextId,
  };
  const fact = planFact(part, draft, now);
  for (const id of part.changed) {
    const changed = part.facts.get(id);
    if (changed === undefined) continue;
    plan.facts.set(id, changed);
    plan.changed.add(id);
    near.add(changed);
  }
  plan.nextId = part.nextId;
  if (fact === undefined)
    throw new Error('planFact returned no fact for a written one: it must have isOwn');
  return fact;
}

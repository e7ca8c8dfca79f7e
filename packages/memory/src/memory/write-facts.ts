import type { FactInput, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { type FactDraft, type FactPlan, planFact, slotsOf } from '../facts/plan-facts.js';
import { changeScope } from './change-scope.js';
import { draftInput } from './fact-drafts.js';
import { forgottenHash, load, loadDependents, newPlan } from './learn-statements.js';
import type { MemoryContext } from './memory-context.js';
import { toMemoryFact } from './to-memory-fact.js';

/** More make a transaction, and the facts that are read for it, too large. */
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
    for (const fact of await context.index.facts(scope, {
      slots: drafts.flatMap(({ slots }) => slots),
    })) {
      load(plan, fact);
    }
    await loadDependents({ context, scope, plan }, [...plan.facts.keys()]);
    const bySlot = slotIndex(plan);
    const facts = drafts.map((draft) => planOne(plan, bySlot, draft, now));
    const result = facts.map((fact) => toMemoryFact(plan.facts.get(fact.id) ?? fact));
    if (plan.changed.size === 0) return { result };
    const putFacts = [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []);
    // What is written on purpose may be remembered again.
    return { result, changes: { putFacts, removeHashes: drafts.map(forgottenHash) } };
  });
}

/** Each slot under every name of its entity. */
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

/** Ids of the plan's facts by slot, so that a batch is not searched for every fact. */
function slotIndex(plan: FactPlan): Map<string, Set<number>> {
  const bySlot = new Map<string, Set<number>>();
  for (const { slot, id } of plan.facts.values()) addTo(bySlot, slot, id);
  return bySlot;
}

function addTo(bySlot: Map<string, Set<number>>, slot: string, id: number): void {
  const ids = bySlot.get(slot);
  if (ids === undefined) bySlot.set(slot, new Set([id]));
  else ids.add(id);
}

/** Plans a fact among those of its slots alone. */
function planOne(
  plan: FactPlan,
  bySlot: Map<string, Set<number>>,
  draft: FactDraft,
  now: string,
): StoredFact {
  const ids = draft.slots.flatMap((slot) => [...(bySlot.get(slot) ?? [])]);
  const dependents = plan.facts.size > ids.length && ids.length > 0 ? plan.facts : undefined;
  const near = ids.flatMap((id) => plan.facts.get(id) ?? []);
  const part: FactPlan = {
    facts: dependents ?? new Map(near.map((fact) => [fact.id, fact])),
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
    addTo(bySlot, changed.slot, id);
  }
  plan.nextId = part.nextId;
  if (fact === undefined) throw new Error('a fact that is written is never an echo');
  return fact;
}

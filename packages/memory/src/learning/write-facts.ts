import type { FactInput, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { forgottenHash, slotsOf } from '../facts/fact-keys.js';
import {
  change,
  changedFacts,
  type FactPlan,
  factsIn,
  loadDependents,
  loadFacts,
  newPlan,
} from '../facts/fact-plan.js';
import { addAsItIs, type FactDraft, isRivalOf, isSame, planFact } from '../facts/plan-facts.js';
import { changeScope } from '../scope/change-scope.js';
import { draftFact, type ListedFact } from './fact-drafts.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';

/** Facts of one transaction; those of another memory, which name each other, are in one. */
const BATCH = 1000;

export async function writeFacts(
  context: MemoryContext,
  scope: string,
  inputs: readonly FactInput[],
): Promise<MemoryFact[]> {
  if (inputs.some(isListed)) return writeBatch(context, scope, inputs);
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
    const plan = newPlan(context, scope, state.nextFactId);
    const drafts = inputs.map((input) => draftFact(context, input, now));
    const aliases = await context.index.aliases(scope);
    for (const draft of drafts) {
      if (draft.kind === 'procedure') continue;
      draft.slots = slotsOf(namesOf(aliases, draft.subject), draft.predicate);
    }
    const slots = [...new Set(drafts.flatMap((draft) => draft.slots))];
    // What is over in another memory may be known here.
    const rivals = await loadFacts(plan, { slots, past: inputs.some(isListed) });
    await loadFacts(plan, { ids: drafts.flatMap(({ derivedFrom }) => derivedFrom) });
    await loadDependents(plan, rivals);
    const planned = planInputs(plan, inputs, drafts, now);
    const result = planned.map(toMemoryFact);
    if (plan.changed.size === 0) return { result };
    const putFacts = changedFacts(plan);
    // A fact written on purpose may be learned again after it was forgotten.
    return { result, changes: { putFacts, removeHashes: drafts.map(forgottenHash) } };
  });
}

/** Whether it is a fact that `list` returned. */
function isListed(input: FactInput): boolean {
  return 'id' in input && input.id !== undefined;
}

/**
 * Plans facts in their order. Those of another memory are added as they were there: one that is
 * known is not added again; one that holds and contradicts a fact of this memory is decided as any
 * other.
 */
function planInputs(
  plan: FactPlan,
  inputs: readonly ListedFact[],
  drafts: readonly FactDraft[],
  now: string,
): StoredFact[] {
  const first = plan.nextId;
  /** Ids in this memory, by those in the other one. */
  const ids = new Map<number, number>();
  const planned = drafts.map((draft, at) => {
    const listed = inputs[at];
    if (listed?.id === undefined) return planFact(plan, draft, now)?.id;
    // What it rests on is linked below, when all have their ids.
    const fact = restore(plan, listed, { ...draft, derivedFrom: [] }, now, first);
    if (fact !== undefined) ids.set(listed.id, fact.id);
    return fact?.id;
  });
  for (const [at, listed] of inputs.entries()) {
    const fact = plan.facts.get(planned[at] ?? -1);
    if (listed.id === undefined || fact === undefined || fact.id < first) continue;
    change(plan, linked(fact, listed, ids));
  }
  return planned.flatMap((id) => plan.facts.get(id ?? -1) ?? []);
}

function restore(
  plan: FactPlan,
  listed: ListedFact,
  draft: FactDraft,
  now: string,
  first: number,
): StoredFact | undefined {
  const own = factsIn(plan, draft.slots).filter(({ id }) => id < first);
  const known = own.find((fact) => fact.validFrom === draft.validFrom && isSame(fact, draft));
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

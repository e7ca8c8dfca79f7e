import type { FactInput, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { load, newPlan } from '../facts/fact-plan.js';
import { type FactDraft, planFact, slotsOf } from '../facts/plan-facts.js';
import { changeScope } from '../scope/change-scope.js';
import { draftInput } from './fact-drafts.js';
import { forgottenHash, loadDependents } from './known-facts.js';
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
    const plan = newPlan(state.nextFactId);
    const drafts = inputs.map((input) => draftInput(context, input, now));
    await resolveSlots(context, scope, drafts);
    const slots = [...new Set(drafts.flatMap((draft) => draft.slots))];
    const rivals = await context.index.facts(scope, { slots, past: false });
    for (const fact of rivals) load(plan, fact);
    const grounds = drafts.flatMap(({ derivedFrom }) => derivedFrom);
    for (const fact of await context.index.facts(scope, { ids: grounds })) load(plan, fact);
    const replaceable = replaceableIds(drafts, rivals);
    await loadDependents({ context, scope, plan }, replaceable);
    const facts = drafts.flatMap((draft) => planFact(plan, draft, now) ?? []);
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

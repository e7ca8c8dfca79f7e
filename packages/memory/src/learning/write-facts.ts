import type { FactInput, MemoryFact, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { type FactPlan, load, newPlan } from '../facts/fact-plan.js';
import { type FactDraft, planFact, slotsOf } from '../facts/plan-facts.js';
import { changeScope } from '../scope/change-scope.js';
import { draftInput, type ListedFact } from './fact-drafts.js';
import { forgottenHash, loadDependents } from './known-facts.js';
import { type Restored, restoreFacts } from './restore-facts.js';
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
    const plan = newPlan(state.nextFactId);
    const drafts = inputs.map((input) => draftInput(context, input, now));
    await resolveSlots(context, scope, drafts);
    const slots = [...new Set(drafts.flatMap((draft) => draft.slots))];
    // What is over in another memory may be known here.
    const past = inputs.some(isListed);
    const rivals = await context.index.facts(scope, { slots, past });
    for (const fact of rivals) load(plan, fact);
    await loadGrounds(context, scope, plan, drafts);
    const replaceable = replaceableIds(drafts, rivals);
    await loadDependents({ context, scope, plan }, replaceable);
    const planned = planInputs(plan, inputs, drafts, now);
    const result = planned.map((fact) => toMemoryFact(plan.facts.get(fact.id) ?? fact));
    if (plan.changed.size === 0) return { result };
    const putFacts = [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []);
    // A fact written on purpose may be learned again after it was forgotten.
    return { result, changes: { putFacts, removeHashes: drafts.map(forgottenHash) } };
  });
}

/** Whether it is a fact that `list` returned. */
function isListed(input: FactInput): boolean {
  return 'id' in input && input.id !== undefined;
}

function planInputs(
  plan: FactPlan,
  inputs: readonly ListedFact[],
  drafts: readonly FactDraft[],
  now: string,
): StoredFact[] {
  if (!inputs.some(isListed)) return drafts.flatMap((draft) => planFact(plan, draft, now) ?? []);
  const all = drafts.map((draft, at): Restored => ({ draft, listed: inputs[at] ?? draft }));
  const fresh = all.filter(({ listed }) => !isListed(listed));
  const restored = all.filter(({ listed }) => isListed(listed));
  const found = new Map([
    ...restoreFacts(plan, restored, now).map((fact, at) => [restored[at], fact] as const),
    ...fresh.map((each) => [each, planFact(plan, each.draft, now)] as const),
  ]);
  return all.flatMap((each) => found.get(each) ?? []);
}

/** Loads what drafts are derived from. */
async function loadGrounds(
  { index }: MemoryContext,
  scope: string,
  plan: FactPlan,
  drafts: readonly FactDraft[],
): Promise<void> {
  const ids = drafts.flatMap(({ derivedFrom }) => derivedFrom);
  if (ids.length === 0) return;
  for (const fact of await index.facts(scope, { ids })) load(plan, fact);
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
    if (draft.kind === 'procedure') continue;
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

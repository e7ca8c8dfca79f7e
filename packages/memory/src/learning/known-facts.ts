import type { StoredFact } from '@everlong/core';

import { hashOf } from '../text/stored-text.js';
import { valueKey } from '../facts/fact-keys.js';
import { type FactPlan, load } from '../facts/fact-plan.js';
import type { FactDraft } from '../facts/plan-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** A scope while statements are added to it. */
export interface Learning {
  context: MemoryContext;
  scope: string;
  plan: FactPlan;
  now: string;
}

/** The hash that keeps a forgotten statement from being learned again. */
export function forgottenHash(fact: Pick<StoredFact, 'slot' | 'object'>): string {
  return `f${hashOf(fact.slot, valueKey(fact.object))}`;
}

/** Loads the facts of a draft's slots, which it may end or repeat, and those derived from them. */
export async function loadRivals(learning: Learning, { slots, isOwn }: FactDraft): Promise<void> {
  const { context, scope, plan } = learning;
  // What others say may repeat what the subject said once.
  const facts = await context.index.facts(scope, { slots, past: !isOwn });
  for (const fact of facts) load(plan, fact);
  await loadDependents(
    learning,
    facts.map(({ id }) => id),
  );
}

/** Loads the facts that turn stale when these no longer hold. */
export async function loadDependents(
  { context, scope, plan }: Pick<Learning, 'context' | 'scope' | 'plan'>,
  ids: readonly number[],
): Promise<void> {
  let next = ids;
  for (let depth = 0; depth < 8 && next.length > 0; depth++) {
    const facts = await context.index.facts(scope, { dependsOn: next });
    const fresh = facts.filter(({ id }) => !plan.facts.has(id));
    for (const fact of fresh) load(plan, fact);
    next = fresh.map(({ id }) => id);
  }
}

/** Loads the facts that those of the plan were derived from. */
export async function loadGrounds({
  context,
  scope,
  plan,
}: Pick<Learning, 'context' | 'scope' | 'plan'>): Promise<void> {
  const ids = [...plan.facts.values()].flatMap(({ derivedFrom }) => derivedFrom);
  for (const fact of await context.index.facts(scope, { ids })) load(plan, fact);
}

import type { StoredFact } from '@everlong/core';

import { hashOf } from '../text/stored-text.js';
import { entityKey, valueKey } from '../facts/fact-keys.js';
import { type FactPlan, load } from '../facts/fact-plan.js';
import type { FactDraft } from '../facts/plan-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** A scope while statements are added to it. */
export interface Learning {
  context: MemoryContext;
  scope: string;
  plan: FactPlan;
  now: string;
  /** The slots that the plan has, with their past or without. */
  loaded: Set<string>;
}

/** The hash that keeps a forgotten statement from being learned again. */
export function forgottenHash(fact: Pick<StoredFact, 'slot' | 'object'>): string {
  return `f${hashOf(fact.slot, valueKey(fact.object))}`;
}

/**
 * The entity of a subject: the only known one whose name has all its words, else a new one. A name
 * with more words than a known one may be somebody else's.
 */
export async function resolveEntity(
  { context, scope, plan }: Learning,
  subject: string,
): Promise<string> {
  const key = entityKey(subject);
  const words = key.split(' ');
  if (words.length > 2) return withoutOwner(subject);
  for (const fact of await context.index.facts(scope, { entities: [key] })) load(plan, fact);
  const named = [...plan.facts.values()].filter(({ entities }) => entities.includes(key));
  const subjects = new Map(named.map((fact) => [entityKey(fact.subject), fact.subject]));
  const exact = subjects.get(key);
  if (exact !== undefined) return exact;
  const wider = [...subjects].filter(([other]) =>
    words.every((word) => other.split(' ').includes(word)),
  );
  const [only] = wider;
  return only !== undefined && wider.length === 1 ? only[1] : withoutOwner(subject);
}

function withoutOwner(subject: string): string {
  return subject.replace(/^(?:the|my|our|this)\s+/i, '');
}

/** Loads the facts of a draft's slots, which it may end or repeat, and those derived from them. */
export async function loadRivals(learning: Learning, { slots, isOwn }: FactDraft): Promise<void> {
  const { context, scope, plan, loaded } = learning;
  // What others say may repeat what the subject said once.
  const past = !isOwn;
  const fresh = slots.filter((slot) => !loaded.has(`${past} ${slot}`));
  if (fresh.length === 0) return;
  for (const slot of fresh) loaded.add(`${past} ${slot}`);
  const facts = await context.index.facts(scope, { slots: fresh, past });
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

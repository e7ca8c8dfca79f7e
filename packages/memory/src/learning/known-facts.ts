import type { StoredFact } from '@everlong/core';

import { hashOf } from '../text/hash-of.js';
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
  /** How much of each slot the plan has. */
  loaded: Map<string, 'whole' | 'part'>;
}

/** The most facts searched for an old value. */
const MAX_CANDIDATES = 50;

/** Most names are known from so many facts; some have thousands. */
const FEW_FACTS = 64;

/** So many facts of a slot are loaded for a value that holds beside them. */
const MAX_BESIDE = 200;

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
  const subjects = new Map<string, string>();
  for (const limit of [FEW_FACTS, Infinity]) {
    const page = limit === Infinity ? {} : { limit };
    const named = await context.index.facts(scope, { entities: [key], ...page });
    for (const fact of named) load(plan, fact);
    for (const fact of plan.facts.values()) {
      if (fact.entities.includes(key)) subjects.set(entityKey(fact.subject), fact.subject);
    }
    const exact = subjects.get(key);
    if (exact !== undefined) return exact;
    if (named.length < limit) break;
  }
  const wider = [...subjects].filter(([other]) =>
    words.every((word) => other.split(' ').includes(word)),
  );
  const [only] = wider;
  return only !== undefined && wider.length === 1 ? only[1] : withoutOwner(subject);
}

function withoutOwner(subject: string): string {
  return subject.replace(/^(?:the|my|our|this)\s+/i, '');
}

/**
 * Loads the facts that a draft may end or repeat, and those derived from them. Of many values in
 * one slot only those that share words with the draft's: the others hold beside it.
 */
export async function loadRivals(learning: Learning, draft: FactDraft): Promise<void> {
  const { context, scope, plan } = learning;
  const past = !draft.isOwn;
  const isBeside = draft.cardinality === 'many' && draft.object !== '';
  const isWhole = await loadSlots(learning, draft.slots, { past, isBeside });
  if (isWhole) return;
  const terms = context.analyzer.queryTerms(draft.object);
  const query = { layer: 'facts' as const, terms, limit: MAX_CANDIDATES, past };
  const same = (await context.index.candidates(scope, query)).filter(({ slot }) =>
    draft.slots.includes(slot),
  );
  for (const fact of same) load(plan, fact);
  await loadDependents(
    learning,
    same.map(({ id }) => id),
  );
}

/** Says whether it loaded all that there are. */
async function loadSlots(
  learning: Learning,
  slots: readonly string[],
  { past = false, isBeside = false }: { past?: boolean; isBeside?: boolean } = {},
): Promise<boolean> {
  const { context, scope, plan, loaded } = learning;
  let isWhole = true;
  for (const slot of slots) {
    const key = past ? `past ${slot}` : slot;
    const known = loaded.get(key);
    if (known === 'whole' || (known === 'part' && isBeside)) {
      isWhole &&= known === 'whole';
      continue;
    }
    const limit = isBeside ? { limit: MAX_BESIDE } : {};
    const facts = await context.index.facts(scope, { slots: [slot], past, ...limit });
    const isPart = isBeside && facts.length === MAX_BESIDE;
    loaded.set(key, isPart ? 'part' : 'whole');
    if (isPart) isWhole = false;
    for (const fact of facts) load(plan, fact);
    await loadDependents(
      learning,
      facts.map(({ id }) => id),
    );
  }
  return isWhole;
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

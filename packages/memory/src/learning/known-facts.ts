import type { ScopeState, StoredFact } from '@everlong/core';

import { hashOf } from '../text/hash-of.js';
import { namesOf } from '../facts/entity-names.js';
import { entityKey, objectKey, PROJECT } from '../facts/fact-keys.js';
import { type FactPlan, slotsOf } from '../facts/plan-facts.js';
import type { StatementSource } from './fact-drafts.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** A scope while statements are added to it. */
export interface Learning {
  context: MemoryContext;
  scope: string;
  plan: FactPlan;
  now: string;
  /** The slots whose facts the plan has. */
  loaded: Set<string>;
}

/** The most facts searched for an old value. */
const MAX_CANDIDATES = 50;

export function newPlan({ nextFactId }: ScopeState): FactPlan {
  return { facts: new Map(), changed: new Set(), added: [], nextId: nextFactId };
}

/** The hash that keeps a forgotten statement from being learned again. */
export function forgottenHash(fact: Pick<StoredFact, 'slot' | 'object'>): string {
  return `f${hashOf(fact.slot, objectKey(fact.object))}`;
}

/** The open facts of a subject and predicate. */
export async function factsAbout(
  learning: Learning,
  predicate: string,
  subject: string,
): Promise<StoredFact[]> {
  const slots = slotsOf(
    namesOf(await learning.context.index.aliases(learning.scope), subject),
    predicate,
  );
  await loadSlots(learning, slots);
  return openFacts(learning.plan).filter((fact) => slots.includes(fact.slot) && !fact.isNegated);
}

/** Open facts with this value: the named entity's if there are any, else the project's. */
export async function factsWithValue(
  { context, scope, plan }: Learning,
  value: string,
  names: readonly string[],
): Promise<StoredFact[]> {
  const terms = context.analyzer.queryTerms(value);
  const query = { layer: 'facts' as const, terms, limit: MAX_CANDIDATES };
  for (const fact of await context.index.candidates(scope, query)) load(plan, fact);
  const key = objectKey(value);
  const found = openFacts(plan).filter((fact) => !fact.isNegated && objectKey(fact.object) === key);
  const own = found.filter((fact) => names.includes(entityKey(fact.subject)));
  const all = own.length > 0 ? own : found.filter(({ entities }) => entities.includes(PROJECT));
  await loadDependents(
    { context, scope, plan },
    all.map(({ id }) => id),
  );
  // Several things have this value: takes the newest, for it is unclear which is meant.
  return new Set(all.map(({ slot }) => slot)).size > 1 ? all.slice(-1) : all;
}

/** The session's newest open fact whose value has the shape of the new one. */
export async function lastStated(
  learning: Learning,
  { entry }: StatementSource,
  value: string,
): Promise<StoredFact[]> {
  const { context, scope, plan } = learning;
  for (const fact of await context.index.facts(scope, {
    sessionId: entry.sessionId,
    past: false,
  })) {
    load(plan, fact);
  }
  const stated = openFacts(plan)
    .filter(
      (fact) =>
        !fact.isNegated &&
        fact.sources.some(({ sessionId }) => sessionId === entry.sessionId) &&
        shapeOf(fact.object) === shapeOf(value),
    )
    .toSorted((left, right) => lastSeq(left) - lastSeq(right) || left.id - right.id);
  return stated.slice(-1);
}

function lastSeq(fact: StoredFact): number {
  return Math.max(...fact.sources.map(({ seq = 0 }) => seq));
}

/** The shape of a value, so that a city does not correct a port. */
function shapeOf(value: string): string {
  if (/^\d+$/.test(value)) return 'number';
  if (
    /\b(?:\w+day|january|february|march|april|may|june|july|august|september|october|november|december|noon|am|pm|\d+(?:am|pm))\b/i.test(
      value,
    )
  ) {
    return 'time';
  }
  return /\d/.test(value) ? 'code' : /^\p{Lu}/u.test(value) ? 'name' : 'words';
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
  const subjects = new Map(
    [...plan.facts.values()]
      .filter((fact) => fact.entities.includes(key))
      .map((fact) => [entityKey(fact.subject), fact.subject]),
  );
  if (subjects.has(key)) return subjects.get(key) ?? subject;
  const wider = [...subjects].filter(([other]) =>
    words.every((word) => other.split(' ').includes(word)),
  );
  const [only] = wider;
  return only !== undefined && wider.length === 1 ? only[1] : withoutOwner(subject);
}

function withoutOwner(subject: string): string {
  return subject.replace(/^(?:the|my|our|this)\s+/i, '');
}

/** Loads the facts of slots, and the facts derived from them. */
export async function loadSlots(learning: Learning, slots: readonly string[]): Promise<void> {
  const { context, scope, plan, loaded } = learning;
  const fresh = slots.filter((slot) => !loaded.has(slot));
  if (fresh.length === 0) return;
  const facts = await context.index.facts(scope, { slots: fresh });
  for (const slot of fresh) loaded.add(slot);
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

/** Adds a fact unless the plan has it, perhaps changed. */
export function load(plan: FactPlan, fact: StoredFact): void {
  if (!plan.facts.has(fact.id)) plan.facts.set(fact.id, fact);
}

/** The plan's facts that hold. */
export function openFacts(plan: FactPlan): StoredFact[] {
  return [...plan.facts.values()].filter(
    (fact) => fact.retiredAt === undefined && fact.validTo === undefined,
  );
}

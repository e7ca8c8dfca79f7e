import type { ScopeState, StoredFact } from '@everlong/core';

import type { Extracted, Replacement, Statement } from '../extraction/statement.js';
import { namesOf } from '../facts/entity-names.js';
import { entityKey, objectKey, USER } from '../facts/fact-keys.js';
import { type FactDraft, type FactPlan, planFact, slotsOf } from '../facts/plan-facts.js';
import { hashOf } from '../episodes/entry-hashes.js';
import { draftStatement, type StatementSource } from './fact-drafts.js';
import type { MemoryContext } from './memory-context.js';

/** Statements of one entry. */
export interface FoundStatements {
  source: StatementSource;
  statements: readonly Extracted[];
}

/** What is known of a scope while statements are added to it. */
interface Learning {
  context: MemoryContext;
  scope: string;
  plan: FactPlan;
  now: string;
}

/** Facts that are looked at for an old value. */
const MAX_CANDIDATES = 50;

/** Works out what statements change, in their order. */
export async function learnStatements(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  found: readonly FoundStatements[],
): Promise<FactPlan> {
  const plan = newPlan(state);
  const learning = {
    context: { ...context, speakers: state.speakers },
    scope,
    plan,
    now: context.now(),
  };
  for (const { source, statements } of found) {
    let previous: StoredFact | undefined;
    for (const each of statements) {
      const fact = await learnOne(learning, each, source, previous);
      previous = fact ?? previous;
    }
  }
  return plan;
}

export function newPlan({ nextFactId }: ScopeState): FactPlan {
  return { facts: new Map(), changed: new Set(), added: [], nextId: nextFactId };
}

async function learnOne(
  learning: Learning,
  extracted: Extracted,
  source: StatementSource,
  previous: StoredFact | undefined,
): Promise<StoredFact | undefined> {
  const speaker = source.speaker === 'user' ? USER : source.speaker;
  // What people ask of each other is no rule for an assistant.
  if (extracted.type === 'statement' && extracted.kind === 'constraint' && speaker !== USER) {
    return undefined;
  }
  if (extracted.type === 'replacement') return replaceValue(learning, extracted, source, speaker);
  const subject =
    extracted.subject === 'I' ? speaker : await resolveEntity(learning, extracted.subject);
  return learnStatement(learning, { ...extracted }, subject, source, previous);
}

async function learnStatement(
  learning: Learning,
  statement: Statement,
  subject: string,
  source: StatementSource,
  previous?: StoredFact,
): Promise<StoredFact | undefined> {
  const { context, scope, plan, now } = learning;
  const draft = draftStatement(context, statement, subject, source);
  const names = namesOf(await context.index.aliases(scope), subject);
  draft.slots = slotsOf(names, draft.predicate);
  await loadSlots(learning, draft.slots);
  if (draft.object === '') return endAll(learning, statement, subject, source, draft.slots);
  const forgotten = await context.index.knownHashes(scope, [forgottenHash(draft)]);
  if (forgotten.size > 0) return undefined;
  if (statement.followsFromPrevious === true && previous !== undefined) {
    draft.derivedFrom = [previous.id];
  }
  const retarget = await findTarget(learning, draft, statement, source, names);
  if (retarget !== undefined) {
    const { predicate, kind } = retarget;
    return learnStatement(
      learning,
      { ...statement, predicate, kind },
      retarget.subject,
      source,
      previous,
    );
  }
  return planFact(plan, draft, now);
}

/** Predicates that say that something is so, and not of what: another fact's slot may be meant. */
const vague = new Set(['uses', 'owns', 'decided on']);

/**
 * The fact whose slot a statement means, if that is not its own: of what it replaces or ends. Sets what the
 * draft replaces otherwise.
 */
async function findTarget(
  learning: Learning,
  draft: FactDraft,
  statement: Statement,
  source: StatementSource,
  names: readonly string[],
): Promise<StoredFact | undefined> {
  const { replaces, isNegated } = statement;
  if (isNegated) {
    if (!vague.has(draft.predicate)) return undefined;
    const ended = await factsWithValue(learning, draft.object, names);
    return ended.find((fact) => fact.slot !== draft.slot && !draft.slots.includes(fact.slot));
  }
  if (replaces === undefined) return undefined;
  const old = await factsWithValue(learning, replaces, names);
  const [first] = old;
  if (first !== undefined && vague.has(draft.predicate) && first.slot !== draft.slot) return first;
  const isMatter = (fact: StoredFact): boolean =>
    draft.slots.includes(fact.slot) || vague.has(draft.predicate);
  draft.replaces = old.filter(isMatter).map(({ id }) => id);
  if (old.length === 0 && !vague.has(draft.predicate))
    await learnPast(learning, statement, draft, source);
  return undefined;
}

/** The value that was replaced held before, even if nobody said so then. */
async function learnPast(
  { context, plan, now }: Learning,
  statement: Statement,
  { subject, slots, validFrom }: FactDraft,
  source: StatementSource,
): Promise<void> {
  const past = { ...statement, object: statement.replaces ?? '', validTo: validFrom };
  planFact(plan, { ...draftStatement(context, past, subject, source), slots }, now);
}

/** Under which a statement that was forgotten is known. */
export function forgottenHash(fact: Pick<StoredFact, 'slot' | 'object'>): string {
  return `f${hashOf(fact.slot, objectKey(fact.object))}`;
}

/** `I quit my job`: ends whatever holds in the slots. */
async function endAll(
  learning: Learning,
  statement: Statement,
  subject: string,
  source: StatementSource,
  slots: readonly string[],
): Promise<StoredFact | undefined> {
  let last: StoredFact | undefined;
  for (const fact of openFacts(learning.plan)) {
    if (!slots.includes(fact.slot) || fact.isNegated) continue;
    const { object } = fact;
    last = await learnStatement(learning, { ...statement, object }, subject, source);
  }
  return last;
}

/** A new value in the slot of the old one, or of what was last said in the session. */
async function replaceValue(
  learning: Learning,
  replacement: Replacement,
  source: StatementSource,
  speaker: string,
): Promise<StoredFact | undefined> {
  const { old, new: fresh, about } = replacement;
  const targets =
    about !== undefined
      ? await factsAbout(learning, about, speaker)
      : old === undefined
        ? await lastStated(learning, source, fresh ?? '')
        : await factsWithValue(
            learning,
            old,
            namesOf(await learning.context.index.aliases(learning.scope), speaker),
          );
  let last: StoredFact | undefined;
  if (targets.length === 0) {
    for (const each of replacement.otherwise ?? []) {
      last = await learnOne(
        learning,
        old === undefined ? each : { replaces: old, ...each },
        source,
        undefined,
      );
    }
  }
  for (const target of targets) {
    const statement: Statement = {
      type: 'statement',
      subject: target.subject === speaker ? 'I' : target.subject,
      predicate: target.predicate,
      object: fresh ?? target.object,
      kind: target.kind,
      isNegated: fresh === undefined,
      importance: target.importance,
      start: replacement.start,
      end: replacement.end,
      validFrom: replacement.validFrom,
      ...(old === undefined ? {} : { replaces: old }),
    };
    last = await learnStatement(learning, statement, target.subject, source);
  }
  return last;
}

async function factsAbout(
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

/** Open facts with this value: of the one who speaks if there are any, else of anyone. */
async function factsWithValue(
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
  const all = own.length > 0 ? own : found;
  await loadDependents(
    { context, scope, plan },
    all.map(({ id }) => id),
  );
  // Of several things with one value it is not clear which is meant.
  return new Set(all.map(({ slot }) => slot)).size > 1 ? all.slice(-1) : all;
}

/** The newest fact of the session whose value looks like the new one. */
async function lastStated(
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

/** What kind of value a text is, so that a port is not corrected by a city. */
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
 * The entity that a subject names: one that is known by these words and no other, else a new one.
 * A name with more words than a known one may be of somebody else.
 */
async function resolveEntity({ context, scope, plan }: Learning, subject: string): Promise<string> {
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

async function loadSlots(learning: Learning, slots: readonly string[]): Promise<void> {
  const { context, scope, plan } = learning;
  const facts = await context.index.facts(scope, { slots });
  for (const fact of facts) load(plan, fact);
  await loadDependents(
    learning,
    facts.map(({ id }) => id),
  );
}

/** Facts that turn stale when these no longer hold. */
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

/** What the plan made of a fact stays. */
export function load(plan: FactPlan, fact: StoredFact): void {
  if (!plan.facts.has(fact.id)) plan.facts.set(fact.id, fact);
}

function openFacts(plan: FactPlan): StoredFact[] {
  return [...plan.facts.values()].filter(
    (fact) => fact.retiredAt === undefined && fact.validTo === undefined,
  );
}

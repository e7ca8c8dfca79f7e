import type { ScopeState, StoredFact } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { Extracted, Replacement, Statement } from '../extraction/statement.js';
import { namesOf } from '../facts/entity-names.js';
import { USER } from '../facts/fact-keys.js';
import { isPlainWord } from '../extraction/is-plain-word.js';
import { type FactPlan, newPlan, openFactsIn } from '../facts/fact-plan.js';
import { type FactDraft, planFact, slotsOf } from '../facts/plan-facts.js';
import { draftStatement, type StatementSource } from './fact-drafts.js';
import { findFormer } from './find-former.js';
import {
  factsAbout,
  factsWithValue,
  forgottenHash,
  lastStated,
  type Learning,
  loadRivals,
  resolveEntity,
} from './known-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Statements of one entry. */
export interface FoundStatements {
  source: StatementSource;
  statements: readonly Extracted[];
}

/** Plans what statements change, in their order. */
export async function learnStatements(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  found: readonly FoundStatements[],
): Promise<FactPlan> {
  const plan = newPlan(state.nextFactId);
  const learning = {
    context: { ...context, speakers: state.speakers },
    scope,
    plan,
    now: context.now(),
    loaded: new Map(),
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

async function learnOne(
  learning: Learning,
  extracted: Extracted,
  source: StatementSource,
  previous: StoredFact | undefined,
): Promise<StoredFact | undefined> {
  const speaker = source.speaker === 'user' ? USER : source.speaker;
  // What people ask of each other does not bind the assistant.
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
  await loadRivals(learning, draft);
  if (draft.object === '') return endAll(learning, statement, subject, source, draft.slots);
  const forgotten = await context.index.knownHashes(scope, [forgottenHash(draft)]);
  if (forgotten.size > 0) return undefined;
  if (statement.followsFromPrevious === true && previous !== undefined) {
    draft.derivedFrom = [previous.id];
  }
  const named = await factsNamed(learning, draft, statement, names);
  const target = factInOtherSlot(named, draft, statement);
  if (target !== undefined) {
    const { predicate, kind } = target;
    const meant = { ...statement, predicate, kind };
    return learnStatement(learning, meant, target.subject, source, previous);
  }
  if (statement.replaces !== undefined && !statement.isNegated) {
    const isVague = vague.has(draft.predicate);
    const replaced = named.filter((fact) => isVague || draft.slots.includes(fact.slot));
    draft.replaces = replaced.map(({ id }) => id);
    if (named.length === 0 && !isVague) await learnPast(learning, statement, draft, source);
  }
  if (statement.isInstead === true) draft.replaces = await findFormer(learning, draft, source);
  if (openFactsIn(plan, draft.slots).some((fact) => isOnlySaidOf(fact, draft))) return undefined;
  if (statement.heldBefore === true && draft.cardinality === 'one') {
    await learnPast(learning, statement, draft, source);
  }
  return planFact(plan, draft, now);
}

/** Whether the draft says something of a number, or of somebody named, and gives no other. */
function isOnlySaidOf(fact: StoredFact, { object, isNegated, cardinality }: FactDraft): boolean {
  if (isNegated || fact.isNegated || cardinality !== 'one') return false;
  if (!isPlainWord(object)) return false;
  return /\d/.test(fact.object) || (isNamed.test(fact.predicate) && /^\p{Lu}/u.test(fact.object));
}

/** Predicates whose values are names. */
const isNamed =
  /\b(?:name|wife|husband|partner|boss|manager|mentor|coach|landlord|doctor|dentist|owner|lead|contact|maintainer|reviewer)$/i;

/** Predicates that do not say what their value is for: another fact's slot may be meant. */
const vague = new Set(['uses', 'owns', 'decided on']);

/** The facts with the value that a statement says was replaced, or ended. */
async function factsNamed(
  learning: Learning,
  { predicate, object }: FactDraft,
  { replaces, isNegated }: Statement,
  names: readonly string[],
): Promise<readonly StoredFact[]> {
  // The value of a predicate that says what it is for is looked for in its own slot.
  const ended = vague.has(predicate) ? object : undefined;
  const value = isNegated ? ended : replaces;
  return value === undefined ? [] : factsWithValue(learning, value, names);
}

/** The fact whose slot the statement means, if not its own: the one that it replaces or ends. */
function factInOtherSlot(
  named: readonly StoredFact[],
  { predicate, slot, slots }: FactDraft,
  { isNegated }: Statement,
): StoredFact | undefined {
  if (isNegated) return named.find((fact) => fact.slot !== slot && !slots.includes(fact.slot));
  const [first] = named;
  return vague.has(predicate) && first?.slot !== slot ? first : undefined;
}

/** Records the replaced value as past, even if nobody had stated it. */
async function learnPast(
  { context, plan, now }: Learning,
  statement: Statement,
  { subject, slots, validFrom }: FactDraft,
  source: StatementSource,
): Promise<void> {
  const object = statement.isNegated ? statement.object : (statement.replaces ?? '');
  const past = { ...statement, object, isNegated: false, validTo: validFrom };
  planFact(plan, { ...draftStatement(context, past, subject, source), slots }, now);
}

/** `I quit my job`: ends every open fact of the slots. */
async function endAll(
  learning: Learning,
  statement: Statement,
  subject: string,
  source: StatementSource,
  slots: readonly string[],
): Promise<StoredFact | undefined> {
  let last: StoredFact | undefined;
  for (const fact of openFactsIn(learning.plan, slots)) {
    if (fact.isNegated) continue;
    const { object } = fact;
    last = await learnStatement(learning, { ...statement, object }, subject, source);
  }
  return last;
}

/** Puts a value into the slot of the old one, or of the last statement of the session. */
async function replaceValue(
  learning: Learning,
  replacement: Replacement,
  source: StatementSource,
  speaker: string,
): Promise<StoredFact | undefined> {
  const { old, new: fresh, otherwise = [], start, end, validFrom } = replacement;
  const replaced = definedFields({ replaces: old });
  const targets = await replacedFacts(learning, replacement, source, speaker);
  let last: StoredFact | undefined;
  if (targets.length === 0) {
    for (const each of otherwise) {
      last = await learnOne(learning, { ...replaced, ...each }, source, undefined);
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
      start,
      end,
      validFrom,
      ...replaced,
    };
    last = await learnStatement(learning, statement, target.subject, source);
  }
  return last;
}

/** The facts whose value is replaced: those about a matter, with the old value, or stated last. */
async function replacedFacts(
  learning: Learning,
  { old, new: fresh = '', about }: Replacement,
  source: StatementSource,
  speaker: string,
): Promise<readonly StoredFact[]> {
  if (about !== undefined) return factsAbout(learning, about, speaker);
  if (old === undefined) return lastStated(learning, source, fresh);
  const aliases = await learning.context.index.aliases(learning.scope);
  return factsWithValue(learning, old, namesOf(aliases, speaker));
}

import type { ScopeState, StoredFact } from '@everlong/core';

import type { ProposedFact } from './read-proposals.js';
import type { Statement } from './statement.js';
import { namesOf } from '../facts/entity-names.js';
import { USER, valueKey } from '../facts/fact-keys.js';
import { type FactPlan, load, newPlan, openFactsIn } from '../facts/fact-plan.js';
import { type FactDraft, planFact, slotsOf } from '../facts/plan-facts.js';
import { singlePredicates } from '../facts/predicates.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { draftStatement, type StatementSource } from './fact-drafts.js';
import {
  forgottenHash,
  type Learning,
  loadDependents,
  loadRivals,
  resolveEntity,
} from './known-facts.js';

/** Facts that the model proposes from one message. */
export interface FoundProposals {
  source: StatementSource;
  /** The message, or the part of it that the model was asked about. */
  text: string;
  proposals: readonly ProposedFact[];
}

/** Plans with what the ids of an answer refer to. */
interface Proposing extends Learning {
  referred: Map<string, StoredFact>;
}

/**
 * Plans what proposed facts change, in their order. The model says what is stated and what ends by
 * it; code decides: within one subject and predicate, for later words of the same speaker only.
 */
export async function learnProposals(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  found: readonly FoundProposals[],
  referred: ReadonlyMap<string, StoredFact>,
): Promise<FactPlan> {
  const plan = newPlan(state.nextFactId);
  const proposing: Proposing = {
    context,
    scope,
    plan,
    now: context.now(),
    loaded: new Map(),
    referred: new Map(referred),
  };
  for (const fact of referred.values()) load(plan, fact);
  await loadDependents(
    proposing,
    [...referred.values()].map(({ id }) => id),
  );
  for (const { source, text, proposals } of found) {
    for (const proposal of proposals) await learnProposal(proposing, proposal, source, text);
  }
  return plan;
}

async function learnProposal(
  proposing: Proposing,
  proposal: ProposedFact,
  source: StatementSource,
  text: string,
): Promise<void> {
  const { plan, referred, now } = proposing;
  const { statement } = proposal;
  const subject =
    statement.subject === 'I'
      ? speakerOf(source)
      : await resolveEntity(proposing, statement.subject);
  const draft = await draftProposal(proposing, proposal, subject, source);
  if (draft === undefined) return;
  const ended = proposal.ends.flatMap((id) => {
    const fact = plan.facts.get(referred.get(id)?.id ?? -1);
    return fact !== undefined && mayEnd(fact, source) ? [fact] : [];
  });
  const isOfSlot = ({ slot }: StoredFact): boolean => draft.slots.includes(slot);
  const replaced = ended.filter(
    (fact) => isOfSlot(fact) && draft.isNegated === isSameValue(fact, draft),
  );
  if (draft.isOwn) draft.replaces = replaced.map(({ id }) => id);
  if (openFactsIn(plan, draft.slots).some((fact) => isBeside(fact, source, replaced))) {
    draft.cardinality = 'many';
  }
  draft.derivedFrom = proposal.follows.flatMap((id) => referred.get(id)?.id ?? []);
  const fact = planFact(plan, draft, now);
  if (fact !== undefined) referred.set(proposal.id, fact);
  for (const other of ended) {
    const isDone = isOfSlot(other) && (!draft.isNegated || isSameValue(other, draft));
    if (!isDone) endFact(proposing, other, proposal, source, text);
  }
}

function speakerOf({ speaker }: StatementSource): string {
  return speaker === 'user' ? USER : speaker;
}

/** The draft of a proposal; none if it was forgotten. */
async function draftProposal(
  proposing: Proposing,
  { statement, isSingle, isRetold, question }: ProposedFact,
  subject: string,
  source: StatementSource,
): Promise<FactDraft | undefined> {
  const { context, scope, plan } = proposing;
  const drafted = draftStatement(context, statement, subject, source);
  const names = namesOf(await context.index.aliases(scope), subject);
  const draft: FactDraft = {
    ...drafted,
    slots: slotsOf(names, drafted.predicate),
    // To have many values retires nothing, so that a proposal is enough.
    cardinality: isSingle ? 'one' : 'many',
    isUnclear: !singlePredicates.includes(statement.predicate.trim().toLowerCase()),
    isOwn: drafted.isOwn && !isRetold,
    importance: singlePredicates.includes(drafted.predicate) ? 0.8 : drafted.importance,
    terms: [...new Set([...drafted.terms, ...context.analyzer.terms(question)])],
  };
  await loadRivals(proposing, draft);
  // The rules may have read the same words, and later ones may have superseded them.
  for (const fact of await context.index.facts(scope, { entryIds: [source.entry.id] })) {
    load(plan, fact);
  }
  const forgotten = await context.index.knownHashes(scope, [forgottenHash(draft)]);
  return forgotten.size > 0 ? undefined : draft;
}

/** Whether words of this source are later than a fact, which holds and is the user's. */
function mayEnd(fact: StoredFact, { entry, seq }: StatementSource): boolean {
  if (fact.validTo !== undefined || fact.trust !== 'user') return false;
  return fact.sources.every(
    (source) =>
      (source.sessionId === entry.sessionId && (source.seq ?? seq) <= seq) ||
      (source.sessionId !== entry.sessionId && fact.validFrom <= entry.createdAt),
  );
}

/**
 * States that a fact is over. It ends if the message has a word of it; else nothing but the model
 * says so, and both are kept as disputed.
 */
function endFact(
  { context, plan, now }: Learning,
  fact: StoredFact,
  { statement, isRetold }: ProposedFact,
  source: StatementSource,
  text: string,
): void {
  const { subject, predicate, object, kind } = fact;
  const words = new Set(context.analyzer.terms(text));
  const told = `${subject === USER ? '' : subject} ${predicate} ${object}`;
  const isEvident = context.analyzer.terms(told).some((term) => words.has(term));
  const over: Statement = {
    ...statement,
    subject: subject === speakerOf(source) ? 'I' : subject,
    predicate,
    object,
    kind,
    isNegated: true,
  };
  const draft = draftStatement(context, over, subject, source);
  const isOwn = draft.isOwn && isEvident && !isRetold;
  planFact(plan, { ...draft, slots: [fact.slot], slot: fact.slot, isOwn }, now);
}

/** Whether one message states a fact as well, without ending it: both hold, `Thursday`, `9:15`. */
function isBeside(
  fact: StoredFact,
  { entry }: StatementSource,
  replaced: readonly StoredFact[],
): boolean {
  return (
    !replaced.includes(fact) &&
    fact.sources.some(
      ({ sessionId, entryId }) => sessionId === entry.sessionId && entryId === entry.id,
    )
  );
}

function isSameValue(fact: StoredFact, draft: FactDraft): boolean {
  return valueKey(fact.object) === valueKey(draft.object);
}

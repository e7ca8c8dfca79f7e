import type { ScopeState, StoredDocument, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { entityKey, entryKey, forgottenHash, slotsOf, USER, valueKey } from '../facts/fact-keys.js';
import {
  factsIn,
  type FactPlan,
  isOpen,
  load,
  loadDependents,
  loadFacts,
  newPlan,
} from '../facts/fact-plan.js';
import { type FactDraft, planFact } from '../facts/plan-facts.js';
import { singlePredicates } from '../facts/predicates.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { draftFact } from './fact-drafts.js';
import type { ProposedFact } from './ask-for-facts.js';

/** The message of proposed facts, or the part of it that the model was asked about. */
type ProposalSource = Pick<
  StoredDocument,
  'sessionId' | 'entryId' | 'seq' | 'date' | 'speaker' | 'text' | 'offset'
>;

/** Facts that the model proposes from one message. */
export interface FoundProposals {
  source: ProposalSource;
  proposals: readonly ProposedFact[];
}

/** Plans with what the ids of an answer refer to. */
interface Proposing {
  context: MemoryContext;
  plan: FactPlan;
  now: string;
  referred: Map<string, StoredFact>;
  speakers: readonly string[];
}

/**
 * Plans what proposed facts change, in their order. The model says what is stated and what ends by
 * it; code decides: within one subject and predicate, for later words of the same speaker only.
 */
export async function learnProposals(
  context: MemoryContext,
  scope: string,
  { nextFactId, speakers }: ScopeState,
  found: readonly FoundProposals[],
  known: ReadonlyMap<string, StoredFact>,
): Promise<FactPlan> {
  const plan = newPlan(context, scope, nextFactId);
  const now = context.now();
  const referred = new Map(known);
  const proposing: Proposing = { context, plan, now, referred, speakers };
  for (const fact of known.values()) load(plan, fact);
  await loadDependents(plan, known.values());
  for (const { source, proposals } of found) {
    for (const proposal of proposals) await learnProposal(proposing, proposal, source);
  }
  return plan;
}

async function learnProposal(
  proposing: Proposing,
  proposal: ProposedFact,
  source: ProposalSource,
): Promise<void> {
  const { plan, referred, now } = proposing;
  const draft = await draftProposal(proposing, proposal, source);
  if (draft === undefined) return;
  const ended = proposal.ends.flatMap((id) => {
    const fact = plan.facts.get(referred.get(id)?.id ?? -1);
    return fact !== undefined && mayEnd(fact, source) ? [fact] : [];
  });
  const isOfSlot = ({ slot }: StoredFact): boolean => draft.slots.includes(slot);
  const isSameValue = ({ object }: StoredFact): boolean =>
    valueKey(object) === valueKey(draft.object);
  const replaced = ended.filter((fact) => isOfSlot(fact) && draft.isNegated === isSameValue(fact));
  if (draft.isOwn) draft.replaces = replaced.map(({ id }) => id);
  // One message states both, without ending either: `Thursday`, `9:15`.
  const isBeside = (fact: StoredFact): boolean =>
    isOpen(fact) &&
    !replaced.includes(fact) &&
    fact.sources.some((each) => entryKey(each) === entryKey(source));
  if (factsIn(plan, draft.slots).some(isBeside)) draft.cardinality = 'many';
  draft.derivedFrom = proposal.follows.flatMap((id) => referred.get(id)?.id ?? []);
  const fact = planFact(plan, draft, now);
  if (fact !== undefined) referred.set(proposal.id, fact);
  for (const other of ended) {
    const isDone = isOfSlot(other) && (!draft.isNegated || isSameValue(other));
    if (!isDone) endFact(proposing, other, proposal, source);
  }
}

/** The draft of a proposal; none if it was forgotten. */
async function draftProposal(
  proposing: Proposing,
  proposal: ProposedFact,
  source: ProposalSource,
): Promise<FactDraft | undefined> {
  const { context, plan } = proposing;
  const subject =
    proposal.subject === 'I'
      ? speakerOf(source)
      : proposal.subject.replace(/^(?:the|my|our|this)\s+/i, '');
  const drafted = draftSaid(proposing, { ...proposal, subject }, source);
  const names = namesOf(await context.index.aliases(plan.scope), subject);
  const isSingle = singlePredicates.includes(drafted.predicate);
  const draft: FactDraft = {
    ...drafted,
    slots: slotsOf(names, drafted.predicate),
    // To have many values retires nothing, so that a proposal is enough.
    cardinality: proposal.isSingle ? 'one' : 'many',
    isUnclear: !singlePredicates.includes(proposal.predicate.trim().toLowerCase()),
    isOwn: drafted.isOwn && !proposal.isRetold,
    importance: isSingle ? 0.8 : drafted.importance,
    terms: [...new Set([...drafted.terms, ...context.analyzer.terms(proposal.question)])],
  };
  // What others say may repeat what the subject said once.
  await loadDependents(plan, await loadFacts(plan, { slots: draft.slots, past: !draft.isOwn }));
  // The same words may have been read before, and later ones may have superseded them.
  await loadFacts(plan, { entryIds: [source.entryId] });
  const forgotten = await context.index.knownHashes(plan.scope, [forgottenHash(draft)]);
  return forgotten.size > 0 ? undefined : draft;
}

/** The draft of what a message says of a resolved entity. */
function draftSaid(
  { context, speakers, now }: Proposing,
  said: Pick<
    ProposedFact,
    'subject' | 'predicate' | 'object' | 'kind' | 'isNegated' | 'confidence' | 'start' | 'end'
  >,
  source: ProposalSource,
): FactDraft {
  const { sessionId, entryId, seq, date, offset } = source;
  const { subject, predicate, object, kind, isNegated, confidence } = said;
  const [start, end] = [said.start + offset, said.end + offset];
  const sources = [{ sessionId, entryId, seq, start, end }];
  const input = { subject, predicate, object, kind, isNegated, confidence, sources };
  const key = entityKey(subject);
  // What others say about somebody who speaks in the scope counts less.
  const isSpeaker = [USER, ...speakers.map(entityKey)].includes(key);
  const isOwn = subject === speakerOf(source) || !isSpeaker;
  return { ...draftFact(context, { ...input, validFrom: date }, now), isDated: false, isOwn };
}

function speakerOf({ speaker }: ProposalSource): string {
  return speaker === 'user' ? USER : speaker;
}

/** Whether words of this source are later than a fact, which holds and is the user's. */
function mayEnd(fact: StoredFact, { sessionId, seq, date }: ProposalSource): boolean {
  if (fact.validTo !== undefined || fact.trust !== 'user') return false;
  return fact.sources.every((source) =>
    source.sessionId === sessionId ? (source.seq ?? seq) <= seq : fact.validFrom <= date,
  );
}

/**
 * States that a fact is over. It ends if the message has a word of it; else nothing but the model
 * says so, and both are kept as disputed.
 */
function endFact(
  proposing: Proposing,
  fact: StoredFact,
  proposal: ProposedFact,
  source: ProposalSource,
): void {
  const { context, plan, now } = proposing;
  const { subject, predicate, object, kind, slot } = fact;
  const words = new Set(context.analyzer.terms(source.text));
  const told = `${subject === USER ? '' : subject} ${predicate} ${object}`;
  const isEvident = context.analyzer.terms(told).some((term) => words.has(term));
  const over = { ...proposal, subject, predicate, object, kind, isNegated: true };
  const draft = draftSaid(proposing, over, source);
  const isOwn = draft.isOwn && isEvident && !proposal.isRetold;
  planFact(plan, { ...draft, slots: [slot], slot, isOwn }, now);
}

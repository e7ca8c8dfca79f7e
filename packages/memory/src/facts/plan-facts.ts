import type { FactSource, StoredFact, Trust } from '@everlong/core';

import { entryKey, valueKey } from './fact-keys.js';
import { change, factsIn, type FactPlan, isOpen, markStale } from './fact-plan.js';

/** A fact to add. */
export interface FactDraft extends Omit<
  StoredFact,
  'id' | 'recordedAt' | 'retiredAt' | 'supersededBy' | 'isDisputed'
> {
  /** The slots that it competes in: those of every alias of its subject. */
  slots: readonly string[];
  /** When it was said, ISO 8601. */
  toldAt: string;
  /** Whether the subject says so itself; statements by others do not replace it. */
  isOwn: boolean;
  /** Whether nobody declared that there is one value: another is disputed unless it is replaced. */
  isUnclear: boolean;
  /** Ids of facts that it replaces, in any slot. */
  replaces?: readonly number[];
}

/** The most confidence of what others say about the subject. */
const RETOLD_CONFIDENCE = 0.6;

/**
 * Adds a draft to the plan and supersedes what it contradicts; returns the new or confirmed fact,
 * or `undefined` when others repeat what the subject itself has said before.
 */
export function planFact(plan: FactPlan, given: FactDraft, now: string): StoredFact | undefined {
  const draft = { ...given, trust: leastTrust(plan, given) };
  const rivals = factsIn(plan, draft.slots);
  const open = rivals.filter(isOpen);
  const same = open.find((fact) => isSame(fact, draft) && !isMoreTrusted(draft.trust, fact.trust));
  if (same !== undefined && draft.validTo === undefined) {
    // Otherwise it would outlast the words that justify its trust.
    return same.trust === draft.trust ? confirm(plan, same, draft.sources) : same;
  }
  const repeated = rivals.find((fact) => isSame(fact, draft) && restsOn(fact, draft.sources));
  if (repeated !== undefined) return repeated;
  const isEcho = !draft.isOwn && rivals.some((fact) => isSame(fact, draft) && isOwn(fact));
  if (isEcho) return undefined;
  const fact = toFact(plan, draft, now);
  if (draft.validTo !== undefined) return add(plan, { ...fact, retiredAt: now });
  const contradicted = open.filter((other) => contradicts(other, draft));
  const stronger = contradicted.filter((other) => isStronger(other, draft));
  const weaker = contradicted.filter((other) => isLaterGuess(other, draft));
  for (const other of [...stronger, ...weaker]) {
    if (!other.isDisputed) change(plan, { ...other, isDisputed: true });
  }
  if (stronger.length + weaker.length > 0) fact.isDisputed = true;
  if (stronger.length > 0) return add(plan, fact);
  const contrary = contradicted.filter((other) => !weaker.includes(other));
  const later = contrary
    .filter((other) => isLater(other, draft) && draft.replaces?.includes(other.id) !== true)
    .toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1));
  const [successor] = later;
  if (successor !== undefined && draft.cardinality === 'one') {
    return add(plan, {
      ...fact,
      validTo: successor.validFrom,
      retiredAt: now,
      supersededBy: successor.id,
    });
  }
  for (const other of contrary) supersede(plan, other, fact, now);
  for (const id of draft.replaces ?? []) {
    const other = plan.facts.get(id);
    if (other !== undefined && other.retiredAt === undefined) supersede(plan, other, fact, now);
  }
  return add(plan, fact);
}

/** Adds a draft as it was in another memory; decides nothing. */
export function addAsItIs(
  plan: FactPlan,
  draft: FactDraft,
  was: Pick<StoredFact, 'recordedAt' | 'retiredAt' | 'isDisputed'>,
): StoredFact {
  return add(plan, { ...toFact(plan, draft, was.recordedAt), ...was });
}

/** Whether a fact holds that says the same as a draft, or the contrary. */
export function isRivalOf(fact: StoredFact, draft: FactDraft): boolean {
  return isOpen(fact) && (isSame(fact, draft) || contradicts(fact, draft));
}

/**
 * Whether a fact is not for this draft to end: what the subject says, what comes from somebody more
 * trusted, and what may have many values.
 */
function isStronger(fact: StoredFact, draft: FactDraft): boolean {
  if ((isOwn(fact) && !draft.isOwn) || isMoreTrusted(fact.trust, draft.trust)) return true;
  const isValue = !fact.isNegated && !draft.isNegated;
  return draft.isUnclear && isValue && draft.replaces?.includes(fact.id) !== true;
}

/** Whether somebody less trusted said so later. */
function isLaterGuess(fact: StoredFact, draft: FactDraft): boolean {
  return isMoreTrusted(draft.trust, fact.trust) && isLater(fact, draft);
}

/** Whether the fact holds from a later time; one without a date holds from when it was said. */
function isLater(fact: StoredFact, draft: FactDraft): boolean {
  return fact.validFrom > (fact.isDated ? draft.validFrom : draft.toldAt);
}

/** Ends a fact with a successor and marks the facts derived from it as stale. */
function supersede(plan: FactPlan, old: StoredFact, by: StoredFact, now: string): void {
  if (old.id === by.id) return;
  const validTo = by.validFrom > old.validFrom ? by.validFrom : old.validFrom;
  change(plan, { ...old, validTo, retiredAt: now, supersededBy: by.id });
  markStale(plan, old.id);
}

function add(plan: FactPlan, fact: StoredFact): StoredFact {
  plan.nextId = Math.max(plan.nextId, fact.id + 1);
  plan.added.push(fact.id);
  return change(plan, fact);
}

function confirm(plan: FactPlan, fact: StoredFact, sources: readonly FactSource[]): StoredFact {
  const known = new Set(fact.sources.map(entryKey));
  const fresh = sources.filter((source) => !known.has(entryKey(source)));
  if (fresh.length === 0) return fact;
  return change(plan, { ...fact, sources: [...fact.sources, ...fresh] });
}

function toFact(
  plan: FactPlan,
  {
    slots: _slots,
    toldAt: _at,
    isOwn: own,
    isUnclear: _unclear,
    replaces: _old,
    ...rest
  }: FactDraft,
  recordedAt: string,
): StoredFact {
  const confidence = own ? rest.confidence : Math.min(rest.confidence, RETOLD_CONFIDENCE);
  return { ...rest, id: plan.nextId, confidence, recordedAt, isDisputed: false };
}

/** Whether a fact says the same as a draft. */
export function isSame(fact: StoredFact, draft: FactDraft): boolean {
  return fact.isNegated === draft.isNegated && valueKey(fact.object) === valueKey(draft.object);
}

function contradicts(fact: StoredFact, draft: FactDraft): boolean {
  const sameObject = valueKey(fact.object) === valueKey(draft.object);
  if (fact.isNegated !== draft.isNegated) return sameObject;
  return !fact.isNegated && !sameObject && draft.cardinality === 'one';
}

function isOwn(fact: StoredFact): boolean {
  return fact.confidence > RETOLD_CONFIDENCE;
}

function restsOn(fact: StoredFact, sources: readonly FactSource[]): boolean {
  return sources.some((source) =>
    fact.sources.some(
      (other) => entryKey(other) === entryKey(source) && other.start === source.start,
    ),
  );
}

/** From the least to the most trusted. */
const trustOrder: readonly Trust[] = ['tool', 'assistant', 'user'];

function isMoreTrusted(one: Trust, other: Trust): boolean {
  return trustOrder.indexOf(one) > trustOrder.indexOf(other);
}

/** The least trusted of a draft and what it follows from. */
function leastTrust({ facts }: FactPlan, { trust, derivedFrom }: FactDraft): Trust {
  const all = [trust, ...derivedFrom.flatMap((id) => facts.get(id)?.trust ?? [])];
  return trustOrder.find((each) => all.some((own) => own === each)) ?? trust;
}

import type {
  FactSource,
  IndexChanges,
  ScopeState,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import { change, type FactPlan, load, newPlan } from '../facts/fact-plan.js';
import { removeFacts } from '../facts/remove-facts.js';
import { loadDependents } from './known-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';

export interface Removal {
  changes: IndexChanges;
  removedFactIds: number[];
  restoredFactIds: number[];
}

export interface RemovalTargets {
  documents: readonly StoredDocument[];
  /** The entries of a session that are gone, also where nothing of them is indexed. */
  range?: EntryRange;
  /** Facts to remove whatever their sources. */
  factIds?: readonly number[];
  /** Whether a fact is removed with any one of its sources. Default: with the last one. */
  strictly?: boolean;
  /** Facts that stay all the same, by id, with the sources that they keep. */
  kept?: ReadonlyMap<number, readonly FactSource[]>;
  /** Copies of entries in forks, by `entryKey`: facts move to them. */
  movedTo?: ReadonlyMap<string, StoredDocument>;
}

/** The entries of a session from a place on, and those without a place from -1 on. */
export interface EntryRange {
  sessionId: string;
  fromSeq: number;
}

/** Whether an entry that a fact rests on is one of the range. */
function isInRange({ sessionId, seq = -1 }: FactSource, range?: EntryRange): boolean {
  return sessionId === range?.sessionId && seq >= range.fromSeq;
}

/** Plans the removal of documents and of the facts made from them. */
export async function planRemoval(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  targets: RemovalTargets,
): Promise<Removal> {
  const { documents, range, factIds = [], strictly = false, kept, movedTo = new Map() } = targets;
  const gone = new Set(documents.map(entryKey));
  const plan = newPlan(state.nextFactId);
  const resting = await factsOn(context, scope, documents, range);
  for (const fact of resting) load(plan, fact);
  for (const fact of await context.index.facts(scope, { ids: factIds })) load(plan, fact);
  const ids = new Set(factIds);
  for (const fact of resting) {
    const sources = kept?.get(fact.id);
    if (sources !== undefined) {
      if (sources.length < fact.sources.length) change(plan, { ...fact, sources });
      continue;
    }
    const left = fact.sources.flatMap((source) => {
      if (!gone.has(entryKey(source)) && !isInRange(source, range)) return [source];
      const copy = movedTo.get(entryKey(source));
      return copy === undefined ? [] : [{ ...source, sessionId: copy.sessionId, seq: copy.seq }];
    });
    if (left.length === 0 || (strictly && left.length < fact.sources.length)) ids.add(fact.id);
    else if (!ids.has(fact.id)) change(plan, { ...fact, sources: left });
  }
  await loadRelated(context, scope, plan, ids);
  const restoredFactIds = removeFacts(plan, ids);
  return {
    removedFactIds: [...ids],
    restoredFactIds,
    changes: {
      removeDocuments: documents.map(({ sessionId, position }) => ({ sessionId, position })),
      removeFacts: [...ids],
      putFacts: [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []),
    },
  };
}

/** The facts that rest on documents, or on entries of the range. */
export async function factsOn(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
  range?: EntryRange,
): Promise<StoredFact[]> {
  const gone = new Set(documents.map(entryKey));
  const found = new Map<number, StoredFact>();
  const isGone = (source: FactSource): boolean =>
    gone.has(entryKey(source)) || isInRange(source, range);
  const sessionIds = documents.map((document) => document.sessionId);
  if (range !== undefined) sessionIds.push(range.sessionId);
  for (const sessionId of new Set(sessionIds)) {
    for (const fact of await index.facts(scope, { sessionId })) {
      if (fact.sources.some(isGone)) found.set(fact.id, fact);
    }
  }
  return [...found.values()];
}

/** Loads what depends on the facts, what they depend on, and the rivals in their slots. */
async function loadRelated(
  context: MemoryContext,
  scope: string,
  plan: FactPlan,
  ids: ReadonlySet<number>,
): Promise<void> {
  await loadDependents({ context, scope, plan }, [...ids]);
  const slots = [...new Set([...plan.facts.values()].map(({ slot }) => slot))];
  for (const fact of await context.index.facts(scope, { slots })) load(plan, fact);
  const grounds = [...plan.facts.values()].flatMap(({ derivedFrom }) => derivedFrom);
  if (grounds.length === 0) return;
  for (const fact of await context.index.facts(scope, { ids: grounds })) load(plan, fact);
}

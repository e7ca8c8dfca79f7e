import type {
  FactSource,
  IndexChanges,
  ScopeState,
  StoredDocument,
  StoredFact,
  WithdrawResult,
} from '@everlong/core';

import { entryKey } from '../facts/fact-keys.js';
import { change, changedFacts, type FactPlan, load, newPlan } from '../facts/fact-plan.js';
import { removeFacts } from '../facts/remove-facts.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { noteSession } from '../scope/scope-notes.js';
import { loadDependents } from './known-facts.js';
import { copyHash } from './observe.js';

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
      putFacts: changedFacts(plan),
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

/** The copies of entries in forks, by `entryKey` of the original. */
export async function copiesOf(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<Map<string, StoredDocument[]>> {
  const copies = new Map<string, StoredDocument[]>();
  const originals = new Map(
    documents.filter(({ layer }) => layer === 'episode').map((each) => [versionKey(each), each]),
  );
  const own = new Set(documents.map(({ sessionId }) => sessionId));
  const entryIds = [...new Set([...originals.values()].map(({ entryId }) => entryId))];
  for (const { sessionId } of await index.sessions(scope, {})) {
    if (own.has(sessionId)) continue;
    for (const copy of await index.documents(scope, { sessionId, entryIds })) {
      const original = copy.layer === 'copy' ? originals.get(versionKey(copy)) : undefined;
      if (original === undefined) continue;
      const key = entryKey(original);
      copies.set(key, [...(copies.get(key) ?? []), copy]);
    }
  }
  return copies;
}

function versionKey({ entryId, date }: StoredDocument): string {
  return `${date} ${entryId}`;
}

/** Withdraws entries. What a fork shares with them stays, as the fork's own. */
export async function withdrawEntries(
  context: MemoryContext,
  scope: string,
  { sessionId, fromSeq }: { sessionId: string; fromSeq: number },
): Promise<WithdrawResult> {
  const { index, notes } = context;
  const withdrawn = await changeScope(context, scope, async (state) => {
    const documents = await index.documents(scope, { sessionId, fromSeq });
    const noted = await index.documents(scope, { sessionId: noteSession(sessionId), fromSeq });
    const range = { sessionId, fromSeq };
    const resting = await factsOn(context, scope, [], range);
    if (documents.length + noted.length + resting.length === 0) return { result: undefined };
    const copies = await copiesOf(context, scope, documents);
    const movedTo = new Map(
      [...copies].flatMap(([key, [copy]]) => (copy === undefined ? [] : [[key, copy] as const])),
    );
    const removal = await planRemoval(context, scope, state, {
      documents: [...documents, ...noted],
      range,
      movedTo,
    });
    const moved = moveDocuments(documents, movedTo);
    // Before the index, so that after a crash the same call finds what is left to remove.
    await notes?.remove(scope, noted);
    const removeHashes = hashesOfLost(documents, movedTo);
    const changes = { ...removal.changes, addDocuments: moved, removeHashes };
    return { changes, result: { removal, entries: new Set(documents.map(entryKey)).size } };
  });
  if (withdrawn === undefined) return { entries: 0, factIds: [], restoredFactIds: [] };
  const { removal, entries } = withdrawn;
  return {
    entries,
    factIds: removal.removedFactIds,
    restoredFactIds: removal.restoredFactIds,
  };
}

/**
 * The hashes of entries of which no fork was seen to have a copy. A fork that is observed later is
 * recognised by them, and keeps its text.
 */
function hashesOfLost(
  documents: readonly StoredDocument[],
  movedTo: ReadonlyMap<string, StoredDocument>,
): string[] {
  const lost = documents.filter(
    (document) => document.layer === 'episode' && !movedTo.has(entryKey(document)),
  );
  return [...Map.groupBy(lost, entryKey).values()].map((chunks) => {
    const inOrder = chunks.toSorted((left, right) => left.offset - right.offset);
    const [{ entryId: id, date: createdAt } = { entryId: '', date: '' }] = inOrder;
    return copyHash(
      { id, createdAt },
      inOrder.map(({ text }) => text),
    );
  });
}

/** The first chunk takes the copy's place: a fork holds only that one of a long message. */
function moveDocuments(
  documents: readonly StoredDocument[],
  movedTo: ReadonlyMap<string, StoredDocument>,
): StoredDocument[] {
  const taken = new Set<string>();
  return documents.flatMap((document) => {
    const copy = movedTo.get(entryKey(document));
    if (copy === undefined || document.layer === 'copy' || taken.has(entryKey(document))) return [];
    taken.add(entryKey(document));
    return [{ ...document, sessionId: copy.sessionId, position: copy.position, seq: copy.seq }];
  });
}

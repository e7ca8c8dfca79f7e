import type {
  FactSource,
  IndexChanges,
  ScopeState,
  StoredDocument,
  StoredFact,
  WithdrawResult,
} from '@everlong/core';

import { entryKey } from '../facts/fact-keys.js';
import {
  change,
  changedFacts,
  load,
  loadDependents,
  loadFacts,
  loadGrounds,
  newPlan,
} from '../facts/fact-plan.js';
import { removeFacts } from '../facts/remove-facts.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { noteSession } from '../scope/scope-notes.js';
import { copyHash } from './observe.js';

export interface Removal {
  changes: IndexChanges;
  removedFactIds: number[];
  restoredFactIds: number[];
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

/**
 * Plans the removal of documents, and of the facts that have no source left.
 *
 * @param left facts, each with the sources that it keeps
 */
export async function planRemoval(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  documents: readonly StoredDocument[],
  left: readonly (readonly [StoredFact, readonly FactSource[]])[],
): Promise<Removal> {
  const plan = newPlan(context, scope, state.nextFactId);
  const ids = new Set<number>();
  for (const [fact, sources] of left) {
    load(plan, fact);
    if (sources.length === 0) ids.add(fact.id);
    else change(plan, { ...fact, sources });
  }
  await loadDependents(
    plan,
    left.map(([fact]) => fact).filter(({ id }) => ids.has(id)),
  );
  await loadFacts(plan, { slots: [...new Set([...plan.facts.values()].map(({ slot }) => slot))] });
  await loadGrounds(plan);
  const restoredFactIds = removeFacts(plan, ids);
  return {
    removedFactIds: [...ids],
    restoredFactIds,
    changes: { removeDocuments: documents, removeFacts: [...ids], putFacts: changedFacts(plan) },
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

/** The copies of entries in forks. */
export async function copiesOf(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<StoredDocument[]> {
  const originals = documents.filter(({ layer }) => layer === 'episode');
  const versions = new Set(originals.map(versionKey));
  const own = new Set(documents.map(({ sessionId }) => sessionId));
  const entryIds = [...new Set(originals.map(({ entryId }) => entryId))];
  const copies: StoredDocument[] = [];
  for (const { sessionId } of await index.sessions(scope, {})) {
    if (own.has(sessionId)) continue;
    const found = await index.documents(scope, { sessionId, entryIds });
    copies.push(...found.filter((each) => each.layer === 'copy' && versions.has(versionKey(each))));
  }
  return copies;
}

/** What the copies of an entry share. */
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
  return changeScope(context, scope, async (state) => {
    const documents = await index.documents(scope, { sessionId, fromSeq });
    const noted = await index.documents(scope, { sessionId: noteSession(sessionId), fromSeq });
    const resting = await factsOn(context, scope, documents, { sessionId, fromSeq });
    if (documents.length + noted.length + resting.length === 0) {
      return { result: { entries: 0, factIds: [], restoredFactIds: [] } };
    }
    const entries = Map.groupBy(documents, entryKey);
    const copies = (await copiesOf(context, scope, documents)).toReversed();
    const byVersion = new Map(copies.map((copy) => [versionKey(copy), copy]));
    const movedTo = new Map(
      [...entries].map(([key, [first]]) => [key, first && byVersion.get(versionKey(first))]),
    );
    const left = resting.map((fact) => {
      const sources = fact.sources.flatMap((source) => {
        const isGone = entries.has(entryKey(source)) || isInRange(source, { sessionId, fromSeq });
        if (!isGone) return [source];
        const copy = movedTo.get(entryKey(source));
        return copy === undefined ? [] : [{ ...source, sessionId: copy.sessionId, seq: copy.seq }];
      });
      return [fact, sources] as const;
    });
    const removal = await planRemoval(context, scope, state, [...documents, ...noted], left);
    // Before the index, so that after a crash the same call finds what is left to remove.
    await notes?.remove(scope, noted);
    const removeHashes: string[] = [];
    const addDocuments: StoredDocument[] = [];
    for (const [key, chunks] of entries) {
      const first = chunks.find(({ layer }) => layer === 'episode');
      const copy = movedTo.get(key);
      if (first === undefined) continue;
      // A fork that is observed later is recognised by the hash, and keeps its text.
      if (copy === undefined) removeHashes.push(copyHash(first, chunks));
      // A fork holds only the place of the first chunk of a long message.
      else {
        const { sessionId: fork, position, seq } = copy;
        addDocuments.push({ ...first, sessionId: fork, position, seq });
      }
    }
    return {
      changes: { ...removal.changes, addDocuments, removeHashes },
      result: {
        entries: entries.size,
        factIds: removal.removedFactIds,
        restoredFactIds: removal.restoredFactIds,
      },
    };
  });
}

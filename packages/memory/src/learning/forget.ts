import type {
  FactSource,
  ForgetOptions,
  ForgetReceipt,
  ForgetSelector,
  MemorySource,
  ScopeState,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { entryKey, forgottenHash } from '../facts/fact-keys.js';
import { sourceEntries } from '../facts/to-memory-fact.js';
import { MEMORY_FILE_SESSION, notedSession } from '../scope/scope-notes.js';
import { changeScope } from '../scope/change-scope.js';
import { holdsAny } from '../facts/entity-names.js';
import { findTargets, type ForgetTargets } from './forget-targets.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { copiesOf, factsOn, planRemoval } from './remove-entries.js';

export async function forget(
  context: MemoryContext,
  scope: string,
  selector: ForgetSelector,
  { dryRun = false }: ForgetOptions = {},
): Promise<ForgetReceipt> {
  const { index, notes } = context;
  await notes?.refresh(scope);
  let removedNotes = 0;
  const done = await changeScope(context, scope, async (state) => {
    const targets = await findTargets(context, scope, selector);
    const copies = await copiesOf(context, scope, targets.documents);
    targets.documents.push(...copies);
    const planned = await planForgetting(context, scope, state, targets);
    const result = { ...planned, targets };
    if (dryRun) {
      removedNotes = notesIn(targets.documents);
      return { result };
    }
    // Before the index, so that after a crash the same call finds what is left to remove.
    removedNotes = Math.max(removedNotes, await removeNotes(context, scope, selector, targets));
    return { result, changes: planned.changes };
  });
  if (!dryRun) await index.scrub();
  const episodes = done.targets.documents.filter(({ layer }) => layer === 'episode');
  const sources = sourcesIn(done.targets);
  return {
    entries: new Set(episodes.map(entryKey)).size,
    factIds: done.removedFactIds,
    alsoForgotten: done.alsoForgotten,
    notes: removedNotes,
    sessionIds: [...new Set(sources.map(({ sessionId }) => sessionId))],
    sources,
  };
}

/** Removes notes from their files; resolves with the number of notes. */
async function removeNotes(
  { notes }: MemoryContext,
  scope: string,
  selector: ForgetSelector,
  { documents, names }: ForgetTargets,
): Promise<number> {
  const indexed = notesIn(documents);
  if (notes === undefined) return indexed;
  await notes.remove(scope, documents);
  if ('everything' in selector) return Math.max(indexed, await notes.folder.removeAll(scope));
  if (names === undefined) return indexed;
  const matching = await notes.folder.removeMatching(scope, (text) => holdsAny(text, names));
  return Math.max(indexed, matching);
}

function notesIn(documents: readonly StoredDocument[]): number {
  return new Set(documents.filter(({ layer }) => layer === 'note').map(entryKey)).size;
}

async function planForgetting(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  { documents, facts, changes = {}, range, mentions }: ForgetTargets,
) {
  const named = new Set(facts.map(({ id }) => id));
  const resting = await factsOn(context, scope, documents, range);
  const others = resting.filter(({ id }) => !named.has(id));
  const kept = mentions === undefined ? undefined : keptFact(context, documents, mentions);
  const removal = await planRemoval(context, scope, state, documents, [
    ...facts.map((fact) => [fact, []] as const),
    ...others.map((fact) => kept?.(fact) ?? ([fact, []] as const)),
  ]);
  const also = others.filter(({ id }) => removal.removedFactIds.includes(id));
  // What nobody asked to forget is learned again where it is said again.
  const addHashes = (mentions === undefined ? [...facts, ...also] : facts).map(forgottenHash);
  return {
    removedFactIds: removal.removedFactIds,
    alsoForgotten: mentions === undefined ? [] : also.map(({ id, text }) => ({ factId: id, text })),
    changes: { ...removal.changes, ...changes, addHashes },
  };
}

/**
 * A fact of forgotten entries with the sources that it keeps: none if it says something of what is
 * forgotten, itself or in all the sentences that it was read from. It is found by their words.
 */
function keptFact(
  { analyzer }: MemoryContext,
  documents: readonly StoredDocument[],
  mentions: (text: string, source?: FactSource) => boolean,
): (fact: StoredFact) => readonly [StoredFact, readonly FactSource[]] {
  const chunks = Map.groupBy(documents, entryKey);
  const quoteOf = (source: FactSource): string => {
    const own = chunks.get(entryKey(source)) ?? [];
    const said = own.map(({ text, offset }) =>
      text.slice(Math.max(0, source.start - offset), Math.max(0, source.end - offset)),
    );
    return said.join(' ');
  };
  const isLeft = (source: FactSource): boolean => {
    if (!chunks.has(entryKey(source))) return true;
    const quote = quoteOf(source);
    return (quote.trim() !== '' || source.end === source.start) && !mentions(quote, source);
  };
  return (fact) => {
    const sources = mentions(fact.text) ? [] : fact.sources.filter(isLeft);
    const terms = sources.flatMap((source) => analyzer.terms(quoteOf(source)));
    return [{ ...fact, terms: [...new Set([...fact.terms, ...terms])] }, sources];
  };
}

function sourcesIn({ documents, facts }: ForgetTargets): MemorySource[] {
  const named = documents.map(({ sessionId, entryId }) => ({
    sessionId: notedSession(sessionId) ?? sessionId,
    entryId,
  }));
  const sources = sourceEntries({ sources: [...named, ...facts.flatMap((fact) => fact.sources)] });
  return sources.filter(({ sessionId }) => sessionId !== MEMORY_FILE_SESSION);
}

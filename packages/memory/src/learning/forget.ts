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

import { entryKey } from '../facts/fact-keys.js';
import { sourceEntries } from '../facts/to-memory-fact.js';
import { MEMORY_FILE_SESSION, notedSession } from '../scope/scope-notes.js';
import { changeScope } from '../scope/change-scope.js';
import { holdsAny } from '../facts/entity-names.js';
import { findTargets, type ForgetTargets } from './forget-targets.js';
import { forgottenHash } from './known-facts.js';
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
    targets.documents.push(...[...copies.values()].flat());
    const planned = await planForgetting(context, scope, state, targets, copies);
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
  copies: ReadonlyMap<string, readonly StoredDocument[]>,
) {
  const gone = new Set(facts.map(({ id }) => id));
  const others = (await factsOn(context, scope, documents, range)).filter(
    ({ id }) => !gone.has(id),
  );
  const kept =
    mentions === undefined ? NOTHING_KEPT : keepFacts(context, documents, others, mentions);
  // Copies have no text; those of a quote go on marking that their fork has it.
  const left = new Set(kept.quotes.flatMap((quote) => copies.get(entryKey(quote)) ?? []));
  const removal = await planRemoval(context, scope, state, {
    documents: documents.filter((document) => !left.has(document)),
    ...(range === undefined ? {} : { range }),
    factIds: [...gone],
    strictly: true,
    kept: kept.sources,
  });
  const also = others.filter(({ id }) => removal.removedFactIds.includes(id));
  // What nobody asked to forget is learned again where it is said again.
  const addHashes = (mentions === undefined ? [...facts, ...also] : facts).map(forgottenHash);
  return {
    removedFactIds: removal.removedFactIds,
    alsoForgotten: mentions === undefined ? [] : also.map(({ id, text }) => ({ factId: id, text })),
    changes: { ...removal.changes, ...changes, addHashes, addDocuments: kept.quotes },
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

/** What stays of entries that are forgotten for a part of what they say. */
interface KeptFacts {
  /** The sources that are left of each fact that stays, by its id. */
  sources: Map<number, readonly FactSource[]>;
  /** The sentences of these facts, in the places of the entries that held them. */
  quotes: StoredDocument[];
}

const NOTHING_KEPT: KeptFacts = { sources: new Map(), quotes: [] };

/**
 * The facts of forgotten entries that say nothing of what is forgotten, neither themselves nor in
 * the sentence that they were read from.
 *
 * @param facts those that rest on the documents, without the forgotten ones
 * @param mentions whether a text says something about what is forgotten
 */
function keepFacts(
  { analyzer }: MemoryContext,
  documents: readonly StoredDocument[],
  facts: readonly StoredFact[],
  mentions: (text: string, source?: FactSource) => boolean,
): KeptFacts {
  const chunks = Map.groupBy(
    documents.filter(({ layer }) => layer === 'episode'),
    entryKey,
  );
  const gone = new Set(documents.map(entryKey));
  const isKept = (source: FactSource): boolean => {
    if (!gone.has(entryKey(source))) return true;
    const said = (chunks.get(entryKey(source)) ?? []).map((chunk) => spanIn(chunk, source));
    const text = said.map(({ from, to, text: each }) => each.slice(from, to)).join(' ');
    return (text.trim() !== '' || source.end === source.start) && !mentions(text, source);
  };
  const sources = new Map<number, readonly FactSource[]>();
  for (const fact of facts) {
    const { subject, predicate, object, text } = fact;
    if (mentions([subject, predicate, object, text].join(' '))) continue;
    const left = fact.sources.filter(isKept);
    if (left.length > 0) sources.set(fact.id, left);
  }
  const spans = Map.groupBy([...sources.values()].flat(), entryKey);
  const quotes = [...chunks].flatMap(([key, each]) =>
    each.flatMap((chunk) => quoteOf(chunk, spans.get(key) ?? [])),
  );
  return {
    sources,
    quotes: quotes.map((quote) => ({ ...quote, terms: analyzer.terms(quote.text) })),
  };
}

/** The part of a chunk that a fact was read from. */
function spanIn({ text, offset }: StoredDocument, { start, end }: FactSource) {
  const from = Math.min(Math.max(start - offset, 0), text.length);
  return { text, from, to: Math.max(from, Math.min(end - offset, text.length)) };
}

/** The chunk with blanks for all but the spans, so that these stay in their places. */
function quoteOf(chunk: StoredDocument, sources: readonly FactSource[]): StoredDocument[] {
  const spans = sources
    .map((source) => spanIn(chunk, source))
    .toSorted((left, right) => left.from - right.from);
  let text = '';
  for (const { from, to } of spans) {
    const next = Math.max(from, text.length);
    if (to > next) text = text.padEnd(next) + chunk.text.slice(next, to);
  }
  const quoted = text.trimStart();
  if (quoted === '') return [];
  const offset = chunk.offset + text.length - quoted.length;
  return [{ ...chunk, text: quoted, offset, isPending: false }];
}

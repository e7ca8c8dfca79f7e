import type {
  FactSource,
  ForgetOptions,
  ForgetReceipt,
  ForgetSelector,
  IndexChanges,
  MemorySource,
  ScopeState,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { sourceEntries } from '../facts/source-entries.js';
import { entityKey, objectKey, USER } from '../facts/fact-keys.js';
import { MEMORY_FILE_SESSION, notedSession, noteSession } from '../notes/note-session.js';
import { foldWords } from '../text/fold-words.js';
import { changeScope } from '../scope/change-scope.js';
import { copiesOf } from './find-copies.js';
import { forgottenHash } from '../learning/known-facts.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { keepFacts, NOTHING_KEPT } from './keep-facts.js';
import { type EntryRange, entryKey, factsOn, planRemoval } from './remove-entries.js';

/** What a selector names. */
interface Targets {
  documents: StoredDocument[];
  facts: StoredFact[];
  changes?: IndexChanges;
  /** The session that all of it is from. */
  range?: EntryRange;
  /** Names whose lines in notes are removed too. */
  names?: readonly string[];
  /** Whether a text says something of it; facts of the entries that do not stay. */
  tells?(text: string, source?: FactSource): boolean;
}

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
  { documents, names }: Targets,
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
  { documents, facts, changes = {}, range, tells }: Targets,
  copies: ReadonlyMap<string, readonly StoredDocument[]>,
) {
  const gone = new Set(facts.map(({ id }) => id));
  const others = (await factsOn(context, scope, documents, range)).filter(
    ({ id }) => !gone.has(id),
  );
  const kept = tells === undefined ? NOTHING_KEPT : keepFacts(context, documents, others, tells);
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
  const addHashes = (tells === undefined ? [...facts, ...also] : facts).map(forgottenHash);
  return {
    removedFactIds: removal.removedFactIds,
    alsoForgotten: tells === undefined ? [] : also.map(({ id, text }) => ({ factId: id, text })),
    changes: { ...removal.changes, ...changes, addHashes, addDocuments: kept.quotes },
  };
}

async function findTargets(
  context: MemoryContext,
  scope: string,
  selector: ForgetSelector,
): Promise<Targets> {
  const { index } = context;
  if ('entity' in selector) return entityTargets(context, scope, selector.entity);
  if ('factId' in selector) {
    const facts = await index.facts(scope, { ids: [selector.factId] });
    return { facts, documents: await sourcesOf(context, scope, facts), tells: tellsOf(facts) };
  }
  if ('everything' in selector) {
    const sessions = await index.sessions(scope, {});
    return {
      documents: await index.documents(scope, {}),
      facts: await index.facts(scope, {}),
      changes: {
        removeAliases: [...(await index.aliases(scope)).keys()],
        removeSessions: sessions.map(({ sessionId }) => sessionId),
      },
    };
  }
  const { sessionId } = selector;
  if ('entryId' in selector) {
    const own = await index.documents(scope, { sessionId, entryIds: [selector.entryId] });
    return { facts: [], documents: [...own, ...(await notesAbout(context, scope, own))] };
  }
  const own = await index.documents(scope, { sessionId });
  const noted = await index.documents(scope, { sessionId: noteSession(sessionId) });
  const removeSessions = [sessionId, noteSession(sessionId)];
  const range = { sessionId, fromSeq: -1 };
  return { facts: [], documents: [...own, ...noted], changes: { removeSessions }, range };
}

/** Facts about an entity, their sources, and everything that names it. */
async function entityTargets(
  context: MemoryContext,
  scope: string,
  entity: string,
): Promise<Targets> {
  const { index } = context;
  const aliases = await index.aliases(scope);
  const names = namesOf(aliases, entity);
  const isUser = entityKey(entity) === USER;
  const all = await index.facts(scope, isUser ? { entities: names } : {});
  const facts = all.filter(
    (fact) =>
      fact.entities.some((key) => names.includes(key)) || (!isUser && holdsAny(fact.text, names)),
  );
  const documents = new Map<string, StoredDocument>();
  const add = (document: StoredDocument): void => {
    documents.set(`${document.position} ${document.sessionId}`, document);
  };
  for (const document of await sourcesOf(context, scope, facts)) add(document);
  if (!isUser) {
    for (const document of await index.documents(scope, {})) {
      if (holdsAny(document.text, names)) add(document);
    }
  }
  const removeAliases = [...aliases]
    .filter(([alias, name]) => names.includes(alias) || names.includes(name))
    .map(([alias]) => alias);
  return {
    facts,
    documents: [...documents.values()],
    changes: { removeAliases },
    ...(isUser ? {} : { names, tells: (text: string) => mayHoldAny(text, names) }),
  };
}

/** What says something of these facts: the sentences that they were read from, and their values. */
function tellsOf(facts: readonly StoredFact[]): NonNullable<Targets['tells']> {
  const sources = facts.flatMap((fact) => fact.sources);
  const values = facts.map(({ object }) => objectKey(object));
  return (text, said) =>
    mayHoldAny(text, values) ||
    (said !== undefined &&
      sources.some(
        (source) =>
          entryKey(source) === entryKey(said) &&
          source.start <= said.end &&
          said.start <= source.end,
      ));
}

/** Documents of the entries that facts rest on. */
async function sourcesOf(
  { index }: MemoryContext,
  scope: string,
  facts: readonly StoredFact[],
): Promise<StoredDocument[]> {
  const entries = Map.groupBy(
    facts.flatMap(({ sources }) => sources),
    ({ sessionId }) => sessionId,
  );
  const found: StoredDocument[] = [];
  for (const [sessionId, sources] of entries) {
    const entryIds = [...new Set(sources.map(({ entryId }) => entryId))];
    found.push(...(await index.documents(scope, { sessionId, entryIds })));
  }
  return found;
}

/** Notes on ranges that hold one of the entries. */
async function notesAbout(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<StoredDocument[]> {
  const [first] = documents;
  if (first === undefined) return [];
  const noted = await index.documents(scope, { sessionId: noteSession(first.sessionId) });
  return noted.filter(({ entryId }) => {
    const [from = 0, through = 0] = entryId.split('-').map(Number);
    return documents.some(({ seq }) => seq >= from && seq <= through);
  });
}

function sourcesIn({ documents, facts }: Targets): MemorySource[] {
  const named = documents.map(({ sessionId, entryId }) => ({
    sessionId: notedSession(sessionId) ?? sessionId,
    entryId,
  }));
  const sources = sourceEntries({ sources: [...named, ...facts.flatMap((fact) => fact.sources)] });
  return sources.filter(({ sessionId }) => sessionId !== MEMORY_FILE_SESSION);
}

/** Shorter names are found in other words by chance. */
const MIN_PART = 4;

/** As `holdsAny`, and within words too: what is kept of an entry may hold no byte of a name. */
function mayHoldAny(text: string, names: readonly string[]): boolean {
  const letters = foldWords(text).join('');
  const isWithin = (name: string): boolean =>
    name.length >= MIN_PART && letters.includes(name.replaceAll(' ', ''));
  return holdsAny(text, names) || names.some(isWithin);
}

function holdsAny(text: string, names: readonly string[]): boolean {
  const words = ` ${foldWords(text).join(' ')} `;
  return names.some((name) => words.includes(` ${name} `));
}

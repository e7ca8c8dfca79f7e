import type {
  FactSource,
  ForgetSelector,
  IndexChanges,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { holdsAny, namesOf } from '../facts/entity-names.js';
import { entityKey, entryKey, objectKey, USER } from '../facts/fact-keys.js';
import { noteSession } from '../scope/scope-notes.js';
import { sourceDocuments } from '../scope/source-documents.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { foldWords } from '../text/fold-words.js';
import type { EntryRange } from './remove-entries.js';

/** What a selector names. */
export interface ForgetTargets {
  documents: StoredDocument[];
  facts: StoredFact[];
  changes?: IndexChanges;
  /** The session that all of it is from. */
  range?: EntryRange;
  /** Names whose lines in notes are removed too. */
  names?: readonly string[];
  /**
   * Whether a text says something about it; facts of the entries that do not mention it stay.
   */
  mentions?(text: string, source?: FactSource): boolean;
}

/** The documents and facts that a selector names, and what else goes with them. */
export async function findTargets(
  context: MemoryContext,
  scope: string,
  selector: ForgetSelector,
): Promise<ForgetTargets> {
  const { index } = context;
  if ('entity' in selector) return entityTargets(context, scope, selector.entity);
  if ('factId' in selector) {
    const facts = await index.facts(scope, { ids: [selector.factId] });
    const own = await sourceDocuments(
      index,
      scope,
      facts.flatMap(({ sources }) => sources),
    );
    const values = facts.map(({ object }) => objectKey(object));
    const noted = (await notesAbout(context, scope, own)).filter(({ text }) =>
      mayHoldAny(text, values),
    );
    return { facts, documents: [...own, ...noted], mentions: mentionsOf(facts) };
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
): Promise<ForgetTargets> {
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
  for (const document of await sourceDocuments(
    index,
    scope,
    facts.flatMap(({ sources }) => sources),
  ))
    add(document);
  const own = new Set<string>();
  for (const document of isUser ? [] : await index.documents(scope, {})) {
    if (isSaidBy(document, names)) own.add(entryKey(document));
    else if (!holdsAny(document.text, names)) continue;
    add(document);
  }
  const removeAliases = [...aliases]
    .filter(([alias, name]) => names.includes(alias) || names.includes(name))
    .map(([alias]) => alias);
  return {
    facts,
    documents: [...documents.values()],
    changes: { removeAliases },
    ...(isUser
      ? {}
      : {
          names,
          mentions: (text: string, source?: FactSource) =>
            mayHoldAny(text, names) || (source !== undefined && own.has(entryKey(source))),
        }),
  };
}

/** Whether somebody of that name says it: what has no speaker's name has that of its role. */
function isSaidBy({ layer, speaker, role }: StoredDocument, names: readonly string[]): boolean {
  return layer === 'episode' && speaker !== role && holdsAny(speaker, names);
}

/** What says something of these facts: the sentences that they were read from, and their values. */
function mentionsOf(facts: readonly StoredFact[]): NonNullable<ForgetTargets['mentions']> {
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

/** Notes on ranges that hold one of the entries. */
async function notesAbout(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for (const [sessionId, own] of Map.groupBy(documents, (document) => document.sessionId)) {
    const noted = await index.documents(scope, { sessionId: noteSession(sessionId) });
    const about = noted.filter(({ entryId }) => {
      const [from = 0, through = 0] = entryId.split('-').map(Number);
      return own.some(({ seq }) => seq >= from && seq <= through);
    });
    found.push(...about);
  }
  return found;
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

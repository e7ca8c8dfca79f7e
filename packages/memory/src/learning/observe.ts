import type {
  IndexedSession,
  MemoryEntry,
  ObserveOptions,
  ObserveResult,
  ScopeState,
  StoredDocument,
} from '@everlong/core';

import { chunkText, documentsOf, hashOf } from '../text/stored-text.js';
import { type ReadEntry, readEntry } from './read-entry.js';
import { changedFacts, newPlan } from '../facts/fact-plan.js';
import { changeScope, type PlannedChange } from '../scope/change-scope.js';
import { learnProcedures, readToolRuns } from './learn-procedures.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { utcTime } from '../scope/point-in-time.js';

interface Observed {
  entry: MemoryEntry;
  said: ReadEntry | undefined;
  /** What recognizes the entry: in its session, and as a copy in a fork. */
  hashes: { own: string; copy: string };
}

/** Entries of one transaction. */
const BATCH = 500;

/** Adds entries that are not known yet, 500 a transaction. */
export async function observe(
  context: MemoryContext,
  scope: string,
  entries: readonly MemoryEntry[],
  { extract = true }: ObserveOptions = {},
): Promise<ObserveResult> {
  let added = 0;
  const factIds: number[] = [];
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH).map((given): Observed => {
      const entry = { ...given, createdAt: utcTime(given.createdAt) };
      const said = readEntry(entry);
      const own = `e${hashOf(entry.sessionId, entry.id)}`;
      return {
        entry,
        said,
        hashes: {
          own,
          copy: copyHash({ entryId: entry.id, date: entry.createdAt }, chunkText(said?.text ?? '')),
        },
      };
    });
    const result = await changeScope(context, scope, (state) =>
      planBatch(context, scope, state, batch, extract),
    );
    added += result.added;
    factIds.push(...result.factIds);
  }
  return { added, factIds };
}

async function planBatch(
  context: MemoryContext,
  scope: string,
  state: ScopeState,
  batch: readonly Observed[],
  extract: boolean,
): Promise<PlannedChange<ObserveResult>> {
  const { index } = context;
  const known = await index.knownHashes(
    scope,
    batch.flatMap(({ hashes }) => [hashes.own, hashes.copy]),
  );
  const sessionIds = [...new Set(batch.map(({ entry }) => entry.sessionId))];
  const sessions = await index.sessions(scope, { sessionIds });
  const news = findNews(context, batch, known, sessions, extract);
  const added = news.entries.length;
  if (news.hashes.size === 0) return { result: { added, factIds: [] } };
  const plan = newPlan(context, scope, state.nextFactId);
  if (extract) {
    const entries = batch.map(({ entry }) => entry);
    const runs = readToolRuns(context, scope, entries, new Set(news.entries));
    await learnProcedures(context, scope, plan, runs, news.entries);
  }
  return {
    result: { added, factIds: plan.added },
    changes: {
      addHashes: [...news.hashes],
      addDocuments: news.documents,
      putSessions: [...news.sessions.values()],
      putFacts: changedFacts(plan),
    },
  };
}

/** The entries of a batch that are not in the index yet. */
interface News {
  hashes: Set<string>;
  documents: StoredDocument[];
  /** All sessions of the batch, as they are after it. */
  sessions: Map<string, IndexedSession>;
  /** The entries with text, without copies of others. */
  entries: MemoryEntry[];
}

function findNews(
  context: MemoryContext,
  batch: readonly Observed[],
  known: ReadonlySet<string>,
  sessions: readonly IndexedSession[],
  extract: boolean,
): News {
  const news: News = {
    hashes: new Set(),
    documents: [],
    sessions: new Map(sessions.map((session) => [session.sessionId, session])),
    entries: [],
  };
  const isKnown = (hash: string): boolean => known.has(hash) || news.hashes.has(hash);
  for (const { entry, said, hashes } of batch) {
    if (isKnown(hashes.own)) continue;
    news.hashes.add(hashes.own);
    const { sessionId } = entry;
    const session = news.sessions.get(sessionId) ?? {
      sessionId,
      observedThroughSeq: -1,
      documents: 0,
    };
    const seq = entry.seq ?? session.observedThroughSeq + 1;
    const isCopy = isKnown(hashes.copy);
    const documents =
      said === undefined
        ? []
        : documentsOf(context.analyzer, said.text, {
            layer: 'episode',
            sessionId,
            entryId: entry.id,
            seq,
            position: session.documents,
            role: said.role,
            speaker: said.speaker,
            trust: said.trust,
            date: entry.createdAt,
            isPending: extract && awaitsModel(context, said),
          });
    if (documents.length > 0 && !isCopy) {
      news.hashes.add(hashes.copy);
      news.entries.push(entry);
    }
    const kept = isCopy ? documents.slice(0, 1).map(toCopy) : documents;
    news.documents.push(...kept);
    news.sessions.set(sessionId, {
      sessionId,
      observedThroughSeq: Math.max(session.observedThroughSeq, seq),
      documents: session.documents + kept.length,
    });
  }
  return news;
}

/** The mark that a fork repeats an entry, whose text is stored once. */
function toCopy(document: StoredDocument): StoredDocument {
  return { ...document, layer: 'copy', text: '', terms: [], isPending: false };
}

/** Whether a model may find a fact: the user says two words, or a number. */
export function awaitsModel(
  { model }: MemoryContext,
  { text, trust }: Pick<StoredDocument, 'text' | 'trust'>,
): boolean {
  return model !== undefined && trust === 'user' && /\p{L}\P{L}+\p{L}|\d/u.test(text);
}

/** The hash of the copies of an entry, by the texts of its chunks in their order. */
export function copyHash(
  { entryId, date }: Pick<StoredDocument, 'entryId' | 'date'>,
  chunks: readonly { text: string }[],
): string {
  // Chunks are without the white space between them.
  const text = chunks.map((chunk) => chunk.text).join('');
  return `c${hashOf(entryId, date, text.replace(/\s+/g, ''))}`;
}

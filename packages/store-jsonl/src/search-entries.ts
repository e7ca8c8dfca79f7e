import { EverlongError, type RewindRecord, SessionNotFoundError, type Store } from '@everlong/core';
import {
  checkSearch,
  createSearchHits,
  remainingRanges,
  type SearchHits,
  searchTerms,
  type SeqRange,
  withdrawnRanges,
} from '@everlong/core/store-kit';

import { isFileError } from './files/file-errors.js';
import type { EntryLog } from './session/entry-log.js';
import type { SessionFolder } from './session/session-folder.js';

/** Search by one pass over the entries, which yields to the event loop between its pages. */
export function createEntrySearch(
  folder: SessionFolder,
  entries: EntryLog,
  records: Pick<Store, 'readRecords'>,
): Pick<Store, 'search'> {
  async function withdrawnOf(id: string): Promise<SeqRange[]> {
    const rewinds: RewindRecord[] = [];
    for await (const record of records.readRecords(id, { type: 'rewind' })) {
      if (record.type === 'rewind') rewinds.push(record);
    }
    return withdrawnRanges(rewinds);
  }

  async function addSession(
    hits: SearchHits,
    id: string,
    { to, withdrawn, isNamed }: { to: number; withdrawn: boolean; isNamed: boolean },
  ): Promise<void> {
    try {
      const hidden = withdrawn ? [] : await withdrawnOf(id);
      for (const range of remainingRanges(hidden, { from: 0, to })) {
        for await (const decode of entries.lines(id, range)) addReadable(hits, decode);
      }
    } catch (error) {
      if (SessionNotFoundError.isInstance(error)) return;
      // A search of all sessions passes over one that cannot be read; a search of that one fails.
      const isKnown = isFileError(error) || EverlongError.isInstance(error);
      if (isNamed || !isKnown) throw error;
    }
  }

  return {
    async search(query, options = {}) {
      checkSearch(query, options);
      const { sessionId, sessionIds, withdrawn = false, limit = 20 } = options;
      const { throughSeq: to = Infinity } = options;
      const all =
        sessionId === undefined ? folder.all().map(({ id }) => id) : [folder.find(sessionId).id];
      const wanted = new Set(sessionIds);
      const ids = sessionIds === undefined ? all : all.filter((id) => wanted.has(id));
      const terms = searchTerms(query);
      if (terms.length === 0) return [];
      const hits = createSearchHits(terms, limit);
      const isNamed = sessionId !== undefined;
      for (const id of new Set(ids)) await addSession(hits, id, { to, withdrawn, isNamed });
      return hits.best();
    },
  };
}

/** Adds an entry that can be read: one that cannot is not found, and reading it says why. */
function addReadable(hits: SearchHits, decode: () => Parameters<SearchHits['add']>[0]): void {
  try {
    hits.add(decode());
  } catch {
    return;
  }
}

import { SessionNotFoundError, type Store } from '@everlong/core';
import {
  checkSearchOptions,
  createSearchHits,
  type SearchHits,
  searchTerms,
} from '@everlong/core/store-kit';

import type { EntryLog } from './session/entry-log.js';
import type { SessionFolder } from './session/session-folder.js';

/** Search by one pass over the entries, which yields to the event loop between its pages. */
export function createEntrySearch(folder: SessionFolder, entries: EntryLog): Pick<Store, 'search'> {
  async function addSession(hits: SearchHits, id: string, to: number): Promise<void> {
    try {
      for await (const decode of entries.lines(id, { to })) addReadable(hits, decode);
    } catch (error) {
      if (!SessionNotFoundError.isInstance(error)) throw error;
    }
  }

  return {
    async search(query, options = {}) {
      checkSearchOptions(options);
      const { sessionId, throughSeq = Infinity, limit = 20 } = options;
      const ids =
        sessionId === undefined ? folder.all().map(({ id }) => id) : [folder.find(sessionId).id];
      const terms = searchTerms(query);
      if (terms.length === 0) return [];
      const hits = createSearchHits(terms, limit);
      for (const id of new Set(ids)) await addSession(hits, id, throughSeq);
      return hits.best();
    },
  };
}

/** What cannot be read cannot be found; reading it says why. */
function addReadable(hits: SearchHits, decode: () => Parameters<SearchHits['add']>[0]): void {
  try {
    hits.add(decode());
  } catch {
    return;
  }
}

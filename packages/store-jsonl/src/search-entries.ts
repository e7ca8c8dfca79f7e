import { type Entry, type SearchHit, SessionNotFoundError, type Store } from '@everlong/core';
import { bestHits, matchEntry, searchWords } from '@everlong/core/store-kit';

import type { EntryLog } from './session/entry-log.js';
import type { SessionFolder } from './session/session-folder.js';

/** Hits are thinned out when there are this many times more than asked for. */
const SPARE = 50;

/** Search by one pass over the entries; only the best hits are held in memory. */
export function createEntrySearch(folder: SessionFolder, entries: EntryLog): Pick<Store, 'search'> {
  async function* allLines(ids: Iterable<string>, to: number): AsyncGenerator<() => Entry> {
    for (const id of ids) {
      try {
        yield* entries.lines(id, { to });
      } catch (error) {
        if (!SessionNotFoundError.isInstance(error)) throw error;
      }
    }
  }

  return {
    async search(query, { sessionId, throughSeq = Infinity, limit = 20 } = {}) {
      const ids =
        sessionId === undefined ? folder.all().map(({ id }) => id) : [folder.find(sessionId).id];
      const words = searchWords(query);
      if (words.length === 0) return [];
      let hits: SearchHit[] = [];
      for await (const decode of allLines(new Set(ids), throughSeq)) {
        const hit = matchReadable(decode, words);
        if (hit !== undefined) hits.push(hit);
        if (hits.length > SPARE * (limit + 1)) hits = bestHits(hits, limit);
      }
      return bestHits(hits, limit);
    },
  };
}

/** What cannot be read cannot be found; reading it says why. */
function matchReadable(decode: () => Entry, words: string[]): SearchHit | undefined {
  try {
    return matchEntry(decode(), words);
  } catch {
    return undefined;
  }
}

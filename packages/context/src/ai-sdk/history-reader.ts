import { type Entry, messageText } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { redactEntries } from '@everlong/summarizer';

import { rankHits } from './rank-hits.js';
import type { Session } from '../session-work/session.js';

/** What the history tools need of a session. */
export type SearchableSession = Pick<Session, 'search' | 'expand'> &
  Partial<Pick<Session, 'state' | 'redact'>>;

/** Finds and reads a session's entries without recognised secrets. */
export interface HistoryReader {
  /** At most `limit` hits before `turnStart`, best first, none of the history tools' own. */
  search(query: string, limit: number): Promise<{ seq: number; excerpt: string }[]>;
  /** Entries without secrets, also those that only another one of them gives away. */
  expand(seqs: readonly number[]): Promise<readonly Entry[]>;
  /** The text of an entry that `expand` gave. */
  textOf(entry: Entry): string;
}

/** Further hits that a search asks for, in place of those that are left out or ranked behind. */
const SPARE_HITS = 40;

export function createHistoryReader(
  session: SearchableSession,
  turnStart: () => number,
): HistoryReader {
  return {
    async search(query, limit) {
      const found = await session.search(query, { limit: limit + SPARE_HITS });
      const earlier = found.filter(({ seq }) => seq < turnStart());
      const entries = await session.expand(earlier.map(({ seq }) => seq));
      return rankHits(query, earlier, entries).slice(0, limit);
    },
    async expand(seqs) {
      return redactEntries(await session.expand(seqs));
    },
    textOf({ message }) {
      const text = messageText(message);
      return session.redact?.(text) ?? redactSecrets(text);
    },
  };
}

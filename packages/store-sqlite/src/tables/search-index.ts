import { setImmediate } from 'node:timers/promises';

import { type ModelMessage, type SearchHit, type Store } from '@everlong/core';
import {
  checkSearch,
  decodeValue,
  searchableText,
  searchExcerpt,
  searchTerms,
} from '@everlong/core/store-kit';

import { rowKey, seqOf } from '../database/row-key.js';
import { indexableText, matchExpression, tenantMark } from './search-terms.js';
import type { TenantDatabase } from '../database/tenant-database.js';

/** Entries that one transaction indexes: it holds the write lock for some ten milliseconds. */
const BATCH = 250;

/**
 * Full-text search. Appends do not touch the index: every search first brings it up to date, in
 * short transactions, so that it is as crash-safe as the rest and appends cost nothing.
 */
export function createSearchIndex(database: TenantDatabase): Pick<Store, 'search'> {
  const { statements, query, writeDerived, tenant } = database;
  const mark = tenantMark(tenant);

  async function catchUp(sessionKey: number | null): Promise<void> {
    for (const { key } of query(() => statements.unindexedSessions.all({ tenant, sessionKey }))) {
      while (await writeDerived(() => indexMore(key))) await setImmediate();
    }
  }

  /** Indexes the next entries of a session; returns whether there may be more. */
  function indexMore(sessionKey: number): boolean {
    const session = statements.sessionByKey.get(sessionKey);
    if (session === undefined || session.searchableCount >= session.entryCount) return false;
    const first = rowKey(sessionKey, session.searchableCount);
    const last = rowKey(sessionKey, session.entryCount - 1);
    const rows = statements.entries.all(first, last, BATCH);
    for (const { key, message } of rows) {
      statements.insertWords.run(key, indexableText(readableText(message), mark));
    }
    statements.countSearchable.run(session.searchableCount + rows.length, sessionKey);
    return rows.length === BATCH;
  }

  function toHit({ key, rank }: { key: number; rank: number }, terms: string[]): SearchHit[] {
    const [entry] = statements.entries.all(key, key, 1);
    const session = statements.sessionByKey.get((key - seqOf(key)) / rowKey(1, 0));
    if (entry === undefined || session === undefined) return [];
    const excerpt = searchExcerpt(terms, readableText(entry.message));
    return [{ sessionId: session.id, entryId: entry.id, seq: seqOf(key), score: -rank, excerpt }];
  }

  return {
    async search(text, options = {}) {
      checkSearch(text, options);
      const { sessionId, throughSeq = Infinity, withdrawn = false, limit = 20 } = options;
      const sessionKey = sessionId === undefined ? null : database.session(sessionId).key;
      const terms = searchTerms(text);
      if (terms.length === 0) return query(() => []);
      await catchUp(sessionKey);
      return query(() =>
        statements.search
          .all({
            tenant,
            expression: matchExpression(terms, mark),
            from: rowKey(sessionKey ?? 0, 0),
            to: sessionKey === null ? Number.MAX_SAFE_INTEGER : rowKey(sessionKey + 1, -1),
            throughSeq: clamp(throughSeq),
            withdrawn: withdrawn ? 1 : 0,
            limit: clamp(limit),
          })
          .flatMap((row) => toHit(row, terms)),
      );
    },
  };
}

/** SQLite takes no infinite numbers. */
function clamp(value: number): number {
  return Math.max(-1, Math.min(value, Number.MAX_SAFE_INTEGER));
}

/** What cannot be read cannot be found; reading it says why. */
function readableText(message: string): string {
  try {
    return searchableText(decodeValue(message, () => new Uint8Array()) as ModelMessage);
  } catch {
    return '';
  }
}

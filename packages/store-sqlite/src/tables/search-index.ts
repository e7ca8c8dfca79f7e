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
import { findBest } from './find-best.js';
import { indexableText, tenantMark } from './search-terms.js';
import type { TenantDatabase } from '../database/tenant-database.js';

/**
 * Entries that one transaction indexes, and characters after which it ends: it holds the write lock,
 * and the process, for some ten milliseconds.
 */
const BATCH = 250;
const BATCH_CHARACTERS = 250_000;

/** An excerpt of a longer text takes so long that others get a turn before the next one. */
const LONG_CHARACTERS = 100_000;

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
    const end = Math.min(session.entryCount, session.searchableCount + BATCH);
    let seq = session.searchableCount;
    for (let characters = 0; seq < end && characters < BATCH_CHARACTERS; seq++) {
      const key = rowKey(sessionKey, seq);
      const [row] = statements.entries.all(key, key, 1);
      const text = row === undefined ? '' : readableText(row.message);
      statements.insertWords.run(key, indexableText(text, mark));
      characters += text.length;
    }
    statements.countSearchable.run(seq, sessionKey);
    return seq < session.entryCount;
  }

  return {
    async search(text, options = {}) {
      checkSearch(text, options);
      const { sessionId } = options;
      const sessionKey = sessionId === undefined ? null : database.session(sessionId).key;
      const terms = searchTerms(text);
      if (terms.length === 0) return query(() => []);
      await catchUp(sessionKey);
      const found = findBest(database, terms, { ...options, sessionKey });
      return readHits(database, found, terms);
    },
  };
}

async function readHits(
  { statements, query }: TenantDatabase,
  found: readonly { key: number; rank: number }[],
  terms: string[],
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (const { key, rank } of found) {
    const [entry] = query(() => statements.entries.all(key, key, 1));
    const ofSession = (key - seqOf(key)) / rowKey(1, 0);
    const session = query(() => statements.sessionByKey.get(ofSession));
    if (entry === undefined || session === undefined) continue;
    const excerpt = searchExcerpt(terms, readableText(entry.message));
    const place = { sessionId: session.id, entryId: entry.id, seq: seqOf(key) };
    hits.push({ ...place, score: -rank, excerpt });
    if (entry.message.length > LONG_CHARACTERS) await setImmediate();
  }
  return hits;
}

/**
 * The text of a message that can be read: one that cannot is not found, and reading it says why.
 */
function readableText(message: string): string {
  try {
    return searchableText(decodeValue(message, () => new Uint8Array()) as ModelMessage);
  } catch {
    return '';
  }
}

import type { SearchOptions } from '@everlong/core';

import { rowKey } from '../database/row-key.js';
import type { TenantDatabase } from '../database/tenant-database.js';
import { matchExpression, tenantMark } from './search-terms.js';

/**
 * Entries that hold a word, beyond which it is common: ranking all of them takes long and says little.
 * Where the rare words of a query find enough, they alone are ranked; where all are common, so many of
 * the newest entries.
 */
const COMMON = 3000;
const MAX_RANKED = 3000;

/** An entry that was found; the lower its rank, the better. */
interface Match {
  key: number;
  rank: number;
}

interface Place extends SearchOptions {
  /** The key of the only session that is searched. */
  sessionKey: number | null;
}

/** The best entries for the terms of a query, best first. */
export function findBest(
  { statements, query, tenant }: TenantDatabase,
  terms: readonly string[],
  { sessionKey, sessionIds, throughSeq = Infinity, withdrawn = false, limit = 20 }: Place,
): Match[] {
  const mark = tenantMark(tenant);
  const named =
    sessionIds === undefined
      ? undefined
      : query(() => statements.sessionKeys.get(tenant, JSON.stringify(sessionIds)));

  function match(wanted: readonly string[], from = rowKey(sessionKey ?? 0, 0)): Match[] {
    return query(() =>
      statements.search.all({
        sessionKeys: named?.keys ?? null,
        tenant,
        expression: matchExpression(wanted, mark),
        from,
        to: sessionKey === null ? Number.MAX_SAFE_INTEGER : rowKey(sessionKey + 1, -1),
        throughSeq: clamp(throughSeq),
        withdrawn: withdrawn ? 1 : 0,
        limit: clamp(limit),
      }),
    );
  }

  /** Finds the best without ranking all: entries with a rare term, else the newest ones. */
  function matchSome(): Match[] {
    const rare = terms.filter((term) => !isCommon(matchExpression([term], mark)));
    if (rare.length === terms.length) return [];
    if (rare.length > 0) return match(rare);
    const expression = matchExpression(terms, mark);
    const oldest = query(() => statements.newestMatch.get(expression, MAX_RANKED - 1));
    return oldest === undefined ? [] : match(terms, oldest.key);
  }

  function isCommon(expression: string): boolean {
    const found = query(() => statements.countMatches.get(expression, COMMON + 1));
    return (found?.count ?? 0) > COMMON;
  }

  const some = sessionKey === null && sessionIds === undefined ? matchSome() : [];
  return some.length > 0 && some.length >= limit ? some : match(terms);
}

/** SQLite takes no infinite numbers. */
function clamp(value: number): number {
  return Math.max(-1, Math.min(value, Number.MAX_SAFE_INTEGER));
}

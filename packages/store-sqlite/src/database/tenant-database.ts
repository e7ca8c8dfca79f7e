import { SessionNotFoundError } from '@everlong/core';
import { checkSessionId } from '@everlong/core/store-kit';

import type { SessionRow } from './statements.js';
import type { StoreDatabase } from './store-database.js';

/** The database as the store of one tenant sees it. */
export interface TenantDatabase extends StoreDatabase {
  readonly tenant: string;
  /** Throws `SessionNotFoundError` when the tenant has none of that id. */
  session(sessionId: string): SessionRow;
}

export function ofTenant(database: StoreDatabase, tenant: string): TenantDatabase {
  const { statements, query } = database;
  return {
    ...database,
    tenant,
    session(sessionId) {
      checkSessionId(sessionId);
      const row = query(() => statements.session.get(tenant, sessionId));
      if (row === undefined) throw new SessionNotFoundError(sessionId);
      return row;
    },
  };
}

import { DEFAULT_TENANT } from '@everlong/core/store-kit';

import { openDatabase } from './database/open-database.js';

/** The tenants that have sessions in a file: `default` first. */
export function sqliteTenants({ path }: { path: string }): string[] {
  const { database } = openDatabase({ path });
  try {
    const named = database
      .prepare<[string], { tenant: string }>(
        'SELECT DISTINCT tenant FROM sessions WHERE tenant <> ? ORDER BY tenant',
      )
      .all(DEFAULT_TENANT);
    return [DEFAULT_TENANT, ...named.map(({ tenant }) => tenant)];
  } finally {
    database.close();
  }
}

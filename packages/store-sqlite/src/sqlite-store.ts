import type { Store } from '@everlong/core';
import { checkNodeVersion } from '@everlong/core/internal';
import { checkMedia, checkMediaHash, DEFAULT_TENANT, tenantsOf } from '@everlong/core/store-kit';

import { createEntryLog } from './tables/entry-log.js';
import { createMediaTable } from './tables/media-table.js';
import { createRecordLog } from './tables/record-log.js';
import { createSearchIndex } from './tables/search-index.js';
import { createSessionTable } from './tables/session-table.js';
import { checkSqliteStoreOptions, type SqliteStoreOptions } from './sqlite-store-options.js';
import { openStoreDatabase } from './database/store-database.js';
import { ofTenant, type TenantDatabase } from './database/tenant-database.js';

/**
 * Keeps sessions in one SQLite file, which several processes can have open at once; `:memory:`
 * keeps them in memory. A file that cannot be written to is opened for reading: changes reject with
 * `ConfigError`. Throws `ConfigError` in a Node older than 22, for an unknown or invalid option and
 * when the path cannot be opened, `CorruptRecordError` when the file is damaged.
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  // Before better-sqlite3 loads its native code, which older versions cannot.
  checkNodeVersion('createSqliteStore');
  checkSqliteStoreOptions(options);
  const database = openStoreDatabase(options);
  return {
    ...storeOf(ofTenant(database, DEFAULT_TENANT)),
    forTenant: tenantsOf((tenant) => storeOf(ofTenant(database, tenant))),
  };
}

function storeOf(database: TenantDatabase): Omit<Store, 'forTenant'> {
  const media = createMediaTable(database);
  return {
    ...createSessionTable(database),
    ...createEntryLog(database, media),
    ...createRecordLog(database),
    ...createSearchIndex(database),

    async putMedia(sessionId, bytes, mediaType) {
      checkMedia(bytes, mediaType);
      const taken = media.collect();
      const sha256 = taken.putMedia({ bytes, mediaType });
      await database.write(() => taken.save(database.session(sessionId).key));
      return sha256;
    },

    async getMedia(sessionId, sha256) {
      checkMediaHash(sha256);
      return media.get(database.session(sessionId).key, sha256);
    },

    async close() {
      await database.close();
    },
  };
}

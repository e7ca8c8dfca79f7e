import type { Store } from '@everlong/core';
import { makeDirectory, type StoreLocation, storePath } from '../files/session-store.js';
import type { MigrationStores } from './migrate-session.js';

/** The stores of a migration, tenant by tenant. */
export interface OpenMigration {
  tenants: string[];
  stores(tenant: string): Omit<MigrationStores, 'signal'>;
  close(): Promise<void>;
}

/** Opens one store to read, and the other to write with the times of the first. */
export async function openForMigration(
  from: StoreLocation,
  to: StoreLocation,
): Promise<OpenMigration> {
  const [{ createJsonlStore, jsonlTenants }, { createSqliteStore, sqliteTenants }] =
    await Promise.all([import('@everlong/store-jsonl'), import('@everlong/store-sqlite')]);
  let time = 0;
  const open = (location: StoreLocation, clock?: () => number): Store => {
    const path = storePath(location);
    const more = clock === undefined ? {} : { clock };
    return location.kind === 'jsonl'
      ? createJsonlStore({ directory: path, ...more })
      : createSqliteStore({ path, ...more });
  };
  const source = open(from);
  await makeDirectory(to.directory);
  const target = open(to, () => time);
  const path = storePath(from);
  return {
    tenants: from.kind === 'jsonl' ? jsonlTenants({ directory: path }) : sqliteTenants({ path }),
    stores: (tenant) => ({
      source: source.forTenant(tenant),
      target: target.forTenant(tenant),
      setTime(isoTime) {
        time = Date.parse(isoTime);
      },
    }),
    async close() {
      await target.close();
      await source.close();
    },
  };
}

export { examineSqliteStore, type ExamineSqliteOptions } from './examine-sqlite-store.js';
export { createSqliteStore } from './sqlite-store.js';
export type { SqliteStoreOptions } from './sqlite-store-options.js';
export { sqliteTenants } from './sqlite-tenants.js';

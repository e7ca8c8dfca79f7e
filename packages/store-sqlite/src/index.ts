export { createSqliteStore } from './sqlite-store.js';
export type { DatabaseOptions as SqliteStoreOptions } from './open-database.js';

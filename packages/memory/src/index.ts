export { createMemory, type MemoryOptions } from './create-memory.js';
export type { RecallProfile } from './scope/recall-weights.js';
export { hitLine } from './search/to-hit.js';
export type { SqliteMemoryOptions } from './sqlite/memory-database.js';
export { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
export type { LanguageName } from './text/languages.js';

export { createMemory } from './create-memory.js';
export type { MemoryOptions } from './memory-options.js';
export { type RecallProfile, recallWeights, type RecallWeights } from './scope/recall-weights.js';
export { hitLine } from './search/hit-line.js';
export type { SqliteMemoryOptions } from './sqlite/sqlite-memory-options.js';
export { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
export type { LanguageName } from './text/language.js';

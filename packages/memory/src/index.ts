export { createMemory } from './create-memory.js';
export type { MemoryOptions } from './memory-options.js';
export { extractStatements } from './extraction/extract-statements.js';
export type {
  Extracted,
  Replacement,
  Statement,
  StatementExtractor,
} from './extraction/statement.js';
export { hitLine } from './recall/hit-line.js';
export { type RecallProfile, recallWeights, type RecallWeights } from './search/recall-weights.js';
export type { SqliteMemoryOptions } from './sqlite/sqlite-memory-options.js';
export { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
export { english } from './text/english.js';
export type { Language } from './text/language.js';

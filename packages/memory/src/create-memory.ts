import type { Memory } from '@everlong/core';

import { createBackgroundWork } from './scope/background-work.js';
import { createEmbedder } from './search/embedder.js';
import type { MemoryContext, OpenCalls } from './scope/memory-context.js';
import { memoryOperations } from './memory-operations.js';
import { createScopeNotes } from './scope/scope-notes.js';
import { createNotesFolder } from './scope/notes-folder.js';
import { checkMemoryOptions, type MemoryOptions } from './memory-options.js';
import { recallWeights } from './scope/recall-weights.js';
import { createLimitedMap } from './scope/limited-map.js';
import { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
import { createAnalyzer } from './text/analyzer.js';

/**
 * Opens a long-term memory. Throws `ConfigError` for an invalid option or a path that cannot be
 * opened, `CorruptRecordError` for a damaged file.
 */
export async function createMemory(given: MemoryOptions): Promise<Memory> {
  checkMemoryOptions(given);
  const { language, profile = 'chat', tokenizer, model, embeddingModel } = given;
  const { index = createSqliteMemoryIndex({ path: given.path ?? '' }) } = given;
  const analyzer = createAnalyzer(language);
  const context: MemoryContext = {
    index,
    analyzer,
    weights: typeof profile === 'string' ? recallWeights[profile] : profile,
    countTokens: (text) => tokenizer?.count(text) ?? Math.ceil(text.length / 4),
    now: () => new Date().toISOString(),
    openCalls: createOpenCalls(),
    background: createBackgroundWork(),
    extractionThreshold: given.extractionThreshold ?? 5,
    onModelError: (error) => given.onModelError?.(error),
    ...(model === undefined ? {} : { model }),
    ...(embeddingModel === undefined ? {} : { embedder: createEmbedder(embeddingModel) }),
  };
  if (given.notesDirectory !== undefined) {
    context.notes = createScopeNotes(context, createNotesFolder(given.notesDirectory));
  }
  return memoryOperations(context);
}

/** Scopes whose open calls are kept; the least recently used is dropped. */
const MAX_SCOPES_WITH_CALLS = 1000;

function createOpenCalls(): MemoryContext['openCalls'] {
  const byScope = createLimitedMap<string, OpenCalls>(MAX_SCOPES_WITH_CALLS);
  return (scope) => {
    const calls = byScope.get(scope) ?? new Map();
    byScope.set(scope, calls);
    return calls;
  };
}

import { ConfigError, type Memory, type MemoryIndex, type Tokenizer } from '@everlong/core';
import { checkOptions, showValue } from '@everlong/core/internal';
import type { EmbeddingModel, LanguageModel } from 'ai';

import { extractStatements } from './extraction/extract-statements.js';
import type { StatementExtractor } from './extraction/statement.js';
import { createBackgroundWork } from './scope/background-work.js';
import { createEmbedder } from './scope/embed-documents.js';
import type { MemoryContext } from './scope/memory-context.js';
import { memoryOperations } from './memory/memory-operations.js';
import { createScopeNotes } from './scope/scope-notes.js';
import { createNotesFolder } from './notes/notes-folder.js';
import { type RecallProfile, recallWeights, type RecallWeights } from './recall/recall-weights.js';
import type { OpenCalls } from './extraction/tool-runs.js';
import { createLimitedMap } from './scope/limited-map.js';
import { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
import { createAnalyzer } from './text/analyzer.js';
import { english } from './text/english.js';
import type { Language } from './text/language.js';

/** What `createMemory` takes: `path` or `index` is required. */
export interface MemoryOptions {
  /** A SQLite file, created if missing; `:memory:` stores nothing on disk. */
  path?: string;
  /** Another database instead of `path`. */
  index?: MemoryIndex;
  /** The folder of Markdown notes, with a subfolder for each scope. Default: database only. */
  notesDirectory?: string;
  /**
   * How hits are ranked. `chat`: a user and an assistant; `dialogue`: people talking to each other;
   * or your own weights. Default `chat`.
   */
  profile?: RecallProfile | RecallWeights;
  /** An AI SDK model that extracts more facts than rules do, in the background and on `flush`. */
  model?: LanguageModel;
  /** An AI SDK embedding model, which also finds texts of the same meaning. */
  embeddingModel?: EmbeddingModel;
  /** Counts tokens. Default: 4 characters a token. */
  tokenizer?: Pick<Tokenizer, 'count'>;
  /** Stop words, word forms and question patterns of a language. Default: English. */
  language?: Language;
  /**
   * Finds the statements in the words of a user or a speaker, given with their time (ISO 8601).
   * Default: `extractStatements`, for English.
   */
  extractStatements?: StatementExtractor;
  /** With `model`: asks it once this many messages may contain a fact. Default 5. */
  extractionThreshold?: number;
}

const options: Readonly<Record<keyof MemoryOptions, true>> = {
  path: true,
  index: true,
  notesDirectory: true,
  profile: true,
  model: true,
  embeddingModel: true,
  tokenizer: true,
  language: true,
  extractStatements: true,
  extractionThreshold: true,
};

/**
 * Opens a long-term memory. Throws `ConfigError` for an invalid option or a path that cannot be
 * opened, `CorruptRecordError` for a damaged file.
 */
export async function createMemory(given: MemoryOptions): Promise<Memory> {
  checkOptions<MemoryOptions>('createMemory', given ?? {}, options);
  checkPlace(given ?? {});
  const { language = english, profile = 'chat', tokenizer, model, embeddingModel } = given;
  if (typeof profile === 'string' && !Object.hasOwn(recallWeights, profile)) {
    throw new ConfigError(
      `createMemory has no profile ${JSON.stringify(profile)}. Give "chat" or "dialogue", or weights.`,
    );
  }
  const { index = createSqliteMemoryIndex({ path: given.path ?? '' }) } = given;
  const analyzer = createAnalyzer(language);
  const context: MemoryContext = {
    index,
    language,
    analyzer,
    extractStatements: given.extractStatements ?? extractStatements,
    weights: typeof profile === 'string' ? recallWeights[profile] : profile,
    countTokens: (text) => tokenizer?.count(text) ?? Math.ceil(text.length / 4),
    now: () => new Date().toISOString(),
    openCalls: createOpenCalls(),
    background: createBackgroundWork(),
    extractionThreshold: given.extractionThreshold ?? 5,
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

/** Throws `ConfigError` unless the options say where the memory is. */
function checkPlace({ path, index }: MemoryOptions): void {
  if ((path === undefined) === (index === undefined)) {
    throw new ConfigError(
      'createMemory takes either `path` or `index`. Give the path of a SQLite file, or ":memory:" to store nothing on disk.',
    );
  }
  if (index !== undefined || (typeof path === 'string' && path.trim() !== '')) return;
  throw new ConfigError(
    `The path of createMemory is ${showValue(path)}. Give the path of a SQLite file, or ":memory:" to store nothing on disk.`,
  );
}

import { ConfigError, type Memory, type MemoryIndex, type Tokenizer } from '@everlong/core';
import { checkOptions } from '@everlong/core/internal';
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

export interface MemoryOptions {
  /** A SQLite file, made when it is not there; `:memory:` keeps nothing. */
  path?: string;
  /** Another database, in place of `path`. */
  index?: MemoryIndex;
  /**
   * A folder with a folder of notes for each scope. Default: notes are kept in the database alone.
   */
  notesDirectory?: string;
  /**
   * How hits are ranked. `chat`: a user and an assistant; `dialogue`: people who talk; or weights
   * of your own. Default `chat`.
   */
  profile?: RecallProfile | RecallWeights;
  /**
   * Any model of the AI SDK, to extract more facts than rules do: in the background and at a flush.
   */
  model?: LanguageModel;
  /** Any embedding model of the AI SDK: what means the same is found as well. */
  embeddingModel?: EmbeddingModel;
  /** Counts tokens. Default: 4 characters a token. */
  tokenizer?: Pick<Tokenizer, 'count'>;
  /** Words and forms of a language. Default: English. */
  language?: Language;
  /**
   * What somebody states in a text; called with the words of the user or a speaker and their time,
   * ISO 8601. Default: `extractStatements`, for English.
   */
  extractStatements?: StatementExtractor;
  /** With a model: how many messages with signs of a fact are waited for. Default 5. */
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
 * Opens a long-term memory. Throws `ConfigError` for bad options and a path that cannot be opened,
 * `CorruptRecordError` for a damaged file.
 */
export async function createMemory(given: MemoryOptions): Promise<Memory> {
  checkOptions<MemoryOptions>('createMemory', given, options);
  const { language = english, profile = 'chat', tokenizer, model, embeddingModel } = given;
  if (typeof profile === 'string' && !Object.hasOwn(recallWeights, profile)) {
    throw new ConfigError(
      `createMemory has no profile ${JSON.stringify(profile)}. Give "chat" or "dialogue", or weights.`,
    );
  }
  const index = openIndex(given);
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

function openIndex({ path, index }: MemoryOptions): MemoryIndex {
  if ((path === undefined) === (index === undefined)) {
    throw new ConfigError(
      'createMemory takes a path or an index, one of them. Give the path of a SQLite file, ":memory:" to keep nothing.',
    );
  }
  return index ?? createSqliteMemoryIndex({ path: path ?? '' });
}

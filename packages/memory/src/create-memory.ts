import {
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
  ConfigError,
  type Memory,
  type MemoryIndex,
  type Tokenizer,
} from '@everlong/core';
import { checkMethods } from '@everlong/core/internal';

import { memoryOperations } from './memory-operations.js';
import { createBackgroundWork } from './scope/background-work.js';
import {
  type Check,
  isFunction,
  isName,
  isPath,
  objectWith,
  oneOf,
  optional,
  such,
  within,
} from './text/checks.js';
import type { MemoryContext } from './scope/memory-context.js';
import { createNotesFolder } from './scope/notes-folder.js';
import { type RecallProfile, recallWeights } from './scope/recall-weights.js';
import { createScopeNotes } from './scope/scope-notes.js';
import { createEmbedder } from './search/embedder.js';
import { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
import { createAnalyzer } from './text/analyzer.js';
import { type LanguageName, languages } from './text/languages.js';

/**
 * Opens a long-term memory. Throws `ConfigError` for an invalid option or a path that cannot be
 * opened, `CorruptRecordError` for a damaged file.
 */
export async function createMemory(given: MemoryOptions): Promise<Memory> {
  checkMemoryOptions('createMemory', given);
  if ((given?.path === undefined) === (given?.index === undefined)) {
    throw new ConfigError(`createMemory takes either \`path\` or \`index\`. ${PLACE}`);
  }
  const { language, profile = 'chat', tokenizer, model, embeddingModel } = given;
  const { index = createSqliteMemoryIndex({ path: given.path ?? '' }) } = given;
  const analyzer = createAnalyzer(language);
  const context: MemoryContext = {
    index,
    analyzer,
    weights: recallWeights[profile],
    countTokens: (text) => tokenizer?.count(text) ?? Math.ceil(text.length / 4),
    now: () => new Date().toISOString(),
    openCalls: new Map(),
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

/** What `createMemory` takes: `path` or `index` is required. */
export interface MemoryOptions {
  /** A SQLite file, created if missing; `:memory:` stores nothing on disk. */
  path?: string;
  /** Another database instead of `path`. */
  index?: MemoryIndex;
  /** The folder of Markdown notes, with a subfolder for each scope. Default: database only. */
  notesDirectory?: string;
  /**
   * How hits are ranked. `chat`: a user and an assistant; `dialogue`: people talking to each other.
   * Default `chat`.
   */
  profile?: RecallProfile;
  /** An AI SDK model that extracts facts, in the background and on `flush`. */
  model?: AiSdkLanguageModel;
  /** An AI SDK embedding model, which also finds texts of the same meaning. */
  embeddingModel?: AiSdkEmbeddingModel;
  /** Counts tokens. Default: 4 characters a token. */
  tokenizer?: Pick<Tokenizer, 'count'>;
  /**
   * The language of texts that do not tell theirs: each text's stop words and word forms are those of
   * its own. Default `english`.
   */
  language?: LanguageName;
  /** With `model`: asks it once this many messages wait. Default 5. */
  extractionThreshold?: number;
  /**
   * Called with the error of each call to `model` or `embeddingModel` that failed: nothing else
   * reports those in the background. What was asked is asked again later. Default: nothing.
   */
  onModelError?(error: unknown): void;
}

const INDEX_METHODS: readonly (keyof MemoryIndex)[] = [
  'scope',
  'apply',
  'candidates',
  'frequencies',
  'documents',
  'facts',
  'sessions',
  'vectors',
  'aliases',
  'scrub',
  'close',
];

const PLACE = 'Give the path of a SQLite file, or ":memory:" to store nothing on disk.';

function methods(names: readonly string[], cure: string): Check {
  return optional((what, value) => checkMethods(what, value, names, cure));
}

/** A model, or the name of one. */
function modelWith(method: string): Check {
  const check = methods(
    [method],
    "Give a model of the AI SDK, or its id for the AI SDK's gateway.",
  );
  return (what, value) => {
    if (!isName(value)) check(what, value);
  };
}

const checkMemoryOptions = objectWith({
  path: optional(such(isPath, PLACE)),
  index: methods(INDEX_METHODS, 'createSqliteMemoryIndex({ path }) makes one.'),
  notesDirectory: optional(such(isPath, 'It must name a folder.')),
  profile: optional(oneOf(...Object.keys(recallWeights))),
  model: modelWith('doGenerate'),
  embeddingModel: modelWith('doEmbed'),
  tokenizer: methods(
    ['count'],
    'await createTokenizer({ model }) of @everlong/tokenizer makes one.',
  ),
  language: optional(oneOf(...languages.keys())),
  extractionThreshold: optional(within(1)),
  onModelError: optional(isFunction),
} satisfies Record<keyof MemoryOptions, Check>);

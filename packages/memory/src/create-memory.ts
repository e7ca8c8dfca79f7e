import {
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
  ConfigError,
  type Memory,
  type MemoryIndex,
  type Tokenizer,
} from '@everlong/core';
import {
  checkMethods,
  checkNumber,
  checkOptions,
  type OptionNames,
  showValue,
} from '@everlong/core/internal';

import { memoryOperations } from './memory-operations.js';
import { createBackgroundWork } from './scope/background-work.js';
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
  checkMemoryOptions(given);
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

const OPTIONS: OptionNames<MemoryOptions> = {
  path: true,
  index: true,
  notesDirectory: true,
  profile: true,
  model: true,
  embeddingModel: true,
  tokenizer: true,
  language: true,
  extractionThreshold: true,
  onModelError: true,
};

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
const A_MODEL = "Give a model of the AI SDK, or its id for the AI SDK's gateway.";

/** Throws `ConfigError` for options that `createMemory` does not have, or cannot use. */
function checkMemoryOptions(given: MemoryOptions): void {
  const options = given ?? {};
  checkOptions<MemoryOptions>('createMemory', options, OPTIONS);
  const { path, index, profile = 'chat', language = 'english', extractionThreshold = 1 } = options;
  const methods = (name: string, value: unknown, names: readonly string[], cure: string): void => {
    if (value !== undefined) checkMethods(`The ${name} of createMemory`, value, names, cure);
  };
  if ((path === undefined) === (index === undefined)) {
    throw new ConfigError(`createMemory takes either \`path\` or \`index\`. ${PLACE}`);
  }
  if (path !== undefined && !isPath(path)) {
    throw new ConfigError(`The path of createMemory is ${showValue(path)}. ${PLACE}`);
  }
  methods('index', index, INDEX_METHODS, 'createSqliteMemoryIndex({ path }) makes one.');
  const tokenizerCure = 'await createTokenizer({ model }) of @everlong/tokenizer makes one.';
  methods('tokenizer', options.tokenizer, ['count'], tokenizerCure);
  if (!isModelId(options.model)) methods('model', options.model, ['doGenerate'], A_MODEL);
  if (!isModelId(options.embeddingModel)) {
    methods('embeddingModel', options.embeddingModel, ['doEmbed'], A_MODEL);
  }
  checkNumber('extractionThreshold', extractionThreshold, 1);
  const { notesDirectory, onModelError } = options;
  if (!Object.hasOwn(recallWeights, profile)) {
    const known = Object.keys(recallWeights).map((name) => showValue(name));
    throw new ConfigError(
      `createMemory has no profile ${showValue(profile)}. Give ${known.join(' or ')}.`,
    );
  }
  if (!languages.has(language)) {
    const known = [...languages.keys()].join(', ');
    throw new ConfigError(
      `createMemory knows no language ${showValue(language)}. Give one of: ${known}.`,
    );
  }
  if (notesDirectory !== undefined && !isPath(notesDirectory)) {
    throw new ConfigError(
      `The notesDirectory of createMemory must name a folder, not ${showValue(notesDirectory)}.`,
    );
  }
  if (onModelError === undefined || typeof onModelError === 'function') return;
  throw new ConfigError(
    `onModelError of createMemory must be a function that takes an error, not ${showValue(onModelError)}.`,
  );
}

function isPath(path: unknown): boolean {
  return typeof path === 'string' && path.trim() !== '' && !path.includes('\0');
}

function isModelId(model: unknown): boolean {
  return typeof model === 'string' && model.trim() !== '';
}

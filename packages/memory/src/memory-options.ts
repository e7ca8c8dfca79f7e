import {
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
  ConfigError,
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

import { type RecallProfile, recallWeights, type RecallWeights } from './scope/recall-weights.js';
import type { LanguageName } from './text/language.js';
import { languages } from './text/languages.js';

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

/** Throws `ConfigError` for options that `createMemory` does not have, or cannot use. */
export function checkMemoryOptions(given: MemoryOptions): void {
  const options = given ?? {};
  checkOptions<MemoryOptions>('createMemory', options, OPTIONS);
  checkPlace(options);
  const { index, tokenizer, profile, extractionThreshold = 1 } = options;
  if (index !== undefined) {
    const cure = 'createSqliteMemoryIndex({ path }) makes one.';
    checkMethods('The index of createMemory', index, INDEX_METHODS, cure);
  }
  if (tokenizer !== undefined) {
    const cure = 'await createTokenizer({ model }) of @everlong/tokenizer makes one.';
    checkMethods('The tokenizer of createMemory', tokenizer, ['count'], cure);
  }
  if (profile !== undefined) checkProfile(profile);
  checkLanguage(options.language);
  checkNumber('extractionThreshold', extractionThreshold, 1);
  checkNotesDirectory(options.notesDirectory);
  checkModel('model', options.model, 'doGenerate');
  checkModel('embeddingModel', options.embeddingModel, 'doEmbed');
  checkFunction('onModelError', options.onModelError, 'an error');
}

function checkLanguage(language: unknown): void {
  if (language === undefined || languages.has(language as LanguageName)) return;
  const known = [...languages.keys()].join(', ');
  throw new ConfigError(
    `createMemory knows no language ${showValue(language)}. Give one of: ${known}.`,
  );
}

function checkFunction(name: string, given: unknown, takes: string): void {
  if (given === undefined || typeof given === 'function') return;
  throw new ConfigError(
    `${name} of createMemory must be a function that takes ${takes}, not ${showValue(given)}.`,
  );
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

/** Throws `ConfigError` unless the options say where the memory is. */
function checkPlace({ path, index }: MemoryOptions): void {
  if ((path === undefined) === (index === undefined)) {
    throw new ConfigError(
      'createMemory takes either `path` or `index`. Give the path of a SQLite file, or ":memory:" to store nothing on disk.',
    );
  }
  if (index !== undefined) return;
  if (typeof path === 'string' && path.trim() !== '' && !path.includes('\0')) return;
  throw new ConfigError(
    `The path of createMemory is ${showValue(path)}. Give the path of a SQLite file, or ":memory:" to store nothing on disk.`,
  );
}

function checkNotesDirectory(directory: unknown): void {
  if (directory === undefined) return;
  if (typeof directory === 'string' && directory.trim() !== '' && !directory.includes('\0')) return;
  throw new ConfigError(
    `The notesDirectory of createMemory must name a folder, not ${showValue(directory)}.`,
  );
}

/** A model, or its id for the AI SDK's gateway. */
function checkModel(name: string, model: unknown, method: string): void {
  if (model === undefined || (typeof model === 'string' && model.trim() !== '')) return;
  const cure = "Give a model of the AI SDK, or its id for the AI SDK's gateway.";
  checkMethods(`The ${name} of createMemory`, model, [method], cure);
}

/** Throws `ConfigError` unless it is the name of weights, or all weights. */
function checkProfile(profile: unknown): void {
  if (typeof profile === 'string') {
    if (Object.hasOwn(recallWeights, profile)) return;
    throw new ConfigError(
      `createMemory has no profile ${showValue(profile)}. Give "chat" or "dialogue", or weights.`,
    );
  }
  const what = 'The `profile` of createMemory';
  const names = recallWeights.chat;
  checkOptions<RecallWeights>(what, profile, { ...names });
  const missing = Object.keys(names).filter((name) => !Object.hasOwn(profile as object, name));
  if (missing.length > 0) {
    throw new ConfigError(
      `${what} lacks the weights ${missing.join(', ')}. Give all of them: start from a copy of ` +
        'recallWeights.chat.',
    );
  }
  for (const [name, weight] of Object.entries(profile as object))
    checkNumber(`The weight ${name} of createMemory`, weight, 0, Number.MAX_VALUE);
}

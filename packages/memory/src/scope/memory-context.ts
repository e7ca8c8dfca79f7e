import type { AiSdkLanguageModel, MemoryIndex, StoredDocument } from '@everlong/core';

import type { Meaning } from '../search/meaning.js';
import type { RecallWeights } from '../search/recall-weights.js';
import type { BackgroundWork } from './background-work.js';
import type { StatementExtractor } from '../extraction/statement.js';
import type { OpenCalls } from '../extraction/tool-runs.js';
import type { NotesFolder } from '../notes/notes-folder.js';
import type { Analyzer } from '../text/analyzer.js';
import type { Language } from '../text/language.js';

/** What every operation of a memory needs. */
export interface MemoryContext {
  index: MemoryIndex;
  analyzer: Analyzer;
  language: Language;
  extractStatements: StatementExtractor;
  weights: RecallWeights;
  countTokens(text: string): number;
  /** Everyone who speaks in the scope, while statements are learned. */
  speakers?: readonly string[];
  /** Extracts facts that rules miss. */
  model?: AiSdkLanguageModel;
  /** The number of pending documents from which the model is asked. */
  extractionThreshold: number;
  embedder?: Embedder;
  /** Told of each call that `model` or the embedding model failed to answer. */
  onModelError(error: unknown): void;
  background: BackgroundWork;
  /** The tool calls of a scope whose results may still come. */
  openCalls(scope: string): OpenCalls;
  /** Present when there is a folder of notes. */
  notes?: ScopeNotes;
  /** ISO 8601. */
  now(): string;
}

/** Notes on disk, in step with the index. */
export interface ScopeNotes {
  folder: NotesFolder;
  /** Takes the sections of these documents out of their files. */
  remove(scope: string, documents: readonly StoredDocument[]): Promise<void>;
  /** Indexes `MEMORY.md` if it has changed. */
  refresh(scope: string): Promise<void>;
}

/** Embeds documents and scores them by meaning. */
export interface Embedder {
  /** Embeds documents without a vector; stops at the signal. */
  embedNew(context: MemoryContext, scope: string, signal: AbortSignal): Promise<void>;
  /** What documents have to do with a text; `NO_MEANING` when the model fails. */
  meaningOf(context: MemoryContext, scope: string, text: string): Promise<Meaning>;
}

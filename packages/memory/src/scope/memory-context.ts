import type { LanguageModel } from 'ai';
import type { DocumentPlace, MemoryIndex, StoredDocument } from '@everlong/core';

import type { RecallWeights } from '../recall/recall-weights.js';
import type { BackgroundWork } from './background-work.js';
import type { StatementExtractor } from '../extraction/statement.js';
import type { OpenCalls } from '../extraction/tool-runs.js';
import type { NotesFolder } from '../notes/notes-folder.js';
import type { Analyzer } from '../text/analyzer.js';
import type { Language } from '../text/language.js';

/** What every operation of a memory works with. */
export interface MemoryContext {
  index: MemoryIndex;
  analyzer: Analyzer;
  language: Language;
  extractStatements: StatementExtractor;
  weights: RecallWeights;
  countTokens(text: string): number;
  /** Everyone who speaks in the scope, where that matters. */
  speakers?: readonly string[];
  /** Extracts what rules do not. */
  model?: LanguageModel;
  /** Documents with signs of a fact that the model is asked about together. */
  extractionThreshold: number;
  embedder?: Embedder;
  background: BackgroundWork;
  /** The tool calls of a scope whose results may still come. */
  openCalls(scope: string): OpenCalls;
  /** Where there is a folder of notes. */
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

/** Gives documents vectors, and scores them by what they mean. */
export interface Embedder {
  /** Embeds what has no vector yet; stops at the signal. */
  embedNew(context: MemoryContext, scope: string, signal: AbortSignal): Promise<void>;
  /**
   * How near documents are to a text, the nearest as 1, by `placeKey`; empty when the model fails.
   */
  nearest(context: MemoryContext, scope: string, text: string): Promise<ReadonlyMap<string, Near>>;
}

export interface Near {
  place: DocumentPlace;
  score: number;
}

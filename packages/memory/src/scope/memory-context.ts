import type { AiSdkLanguageModel, DocumentPlace, MemoryIndex } from '@everlong/core';

import type { RecallWeights } from './recall-weights.js';
import type { BackgroundWork } from './background-work.js';
import type { ScopeNotes } from './scope-notes.js';
import type { Analyzer } from '../text/analyzer.js';

/** What every operation of a memory needs. */
export interface MemoryContext {
  index: MemoryIndex;
  analyzer: Analyzer;
  weights: RecallWeights;
  countTokens(text: string): number;
  /** Extracts facts. */
  model?: AiSdkLanguageModel;
  /** The number of pending documents from which the model is asked. */
  extractionThreshold: number;
  embedder?: Embedder;
  /** Told of each call that `model` or the embedding model failed to answer. */
  onModelError(error: unknown): void;
  background: BackgroundWork;
  /**
   * Tool calls whose results may still come, by scope, session and call. A call stays after its
   * result: a batch may be planned again.
   */
  openCalls: Map<string, { toolName: string; command: string }>;
  /** Present when there is a folder of notes. */
  notes?: ScopeNotes;
  /** ISO 8601. */
  now(): string;
}

/** What documents have to do with a question, as an embedding model sees it. */
export interface Meaning {
  /** The documents most like the question by `placeKey`, the best with a score of 1. */
  near: ReadonlyMap<string, { place: DocumentPlace; score: number }>;
  /** How alike two documents are, from 0 to 1; nothing if one of them has no vector. */
  compare(one: DocumentPlace, other: DocumentPlace): number | undefined;
}

/** Embeds documents and scores them by meaning. */
export interface Embedder {
  /** Embeds documents without a vector; stops at the signal. */
  embedNew(context: MemoryContext, scope: string, signal: AbortSignal): Promise<void>;
  /** What documents have to do with a text; `undefined` when the model fails. */
  meaningOf(context: MemoryContext, scope: string, text: string): Promise<Meaning | undefined>;
}

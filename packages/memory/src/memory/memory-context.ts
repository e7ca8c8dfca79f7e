import type { MemoryIndex } from '@everlong/core';

import type { RecallWeights } from '../recall/recall-weights.js';
import type { Analyzer } from '../text/analyzer.js';
import type { Language } from '../text/language.js';

/** What every operation of a memory works with. */
export interface MemoryContext {
  index: MemoryIndex;
  analyzer: Analyzer;
  language: Language;
  weights: RecallWeights;
  countTokens(text: string): number;
  /** Everyone who speaks in the scope, where that matters. */
  speakers?: readonly string[];
  /** ISO 8601. */
  now(): string;
}

import type { Memory, MemoryIndex, Tokenizer } from '@everlong/core';

import type { MemoryContext } from './memory/memory-context.js';
import { observe } from './memory/observe.js';
import { toMemoryFact } from './memory/to-memory-fact.js';
import { recall } from './memory/recall.js';
import { type RecallProfile, recallWeights } from './recall/recall-weights.js';
import { createSqliteMemoryIndex } from './sqlite/sqlite-memory-index.js';
import { createAnalyzer } from './text/analyzer.js';
import { english } from './text/english.js';

export interface MemoryOptions {
  path?: string;
  index?: MemoryIndex;
  profile?: RecallProfile;
  tokenizer?: Pick<Tokenizer, 'count'>;
}

export async function createMemory(
  options: MemoryOptions,
): Promise<Pick<Memory, 'observe' | 'recall' | 'close' | 'list'>> {
  const index = options.index ?? createSqliteMemoryIndex({ path: options.path ?? ':memory:' });
  const context: MemoryContext = {
    index,
    language: english,
    analyzer: createAnalyzer(english),
    weights: recallWeights[options.profile ?? 'chat'],
    countTokens: (text) => options.tokenizer?.count(text) ?? Math.ceil(text.length / 4),
    now: () => new Date().toISOString(),
  };
  return {
    observe: async (scope, entries, o) => observe(context, scope, entries, o),
    list: async (scope, o = {}) =>
      (await index.facts(scope, { past: o.past ?? false })).map(toMemoryFact),
    recall: async (scope, query, o) => recall(context, scope, query, o),
    close: async () => index.close(),
  };
}

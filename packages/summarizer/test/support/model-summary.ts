import type { SummarizeInput, SummarizeResult } from '@everlong/core';
import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { MockLanguageModelV4 } from 'ai/test';

import { createSummarizer } from '../../src/model/model-summarizer.js';
import type { SummarizerSettings } from '../../src/model/summarizer-options.js';

/** Answers a prompt, given as JSON. */
export type Reply = (prompt: string, signal: AbortSignal | undefined) => string | Promise<string>;

const usage = {
  inputTokens: { total: 100, noCache: 80, cacheRead: 20, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

/** A model that answers each call so, billed as 100 tokens of input and 10 of output. */
export function mockModel(reply: Reply, unified: 'stop' | 'length' = 'stop'): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, abortSignal }) => ({
      content: [{ type: 'text', text: await reply(JSON.stringify(prompt), abortSignal) }],
      finishReason: { unified, raw: unified },
      usage,
      warnings: [],
    }),
  });
}

/** Has a model summarize `workLines`, or the entries of `input`, in at most 1,200 tokens. */
export function summarize(
  reply: Reply | MockLanguageModelV4,
  options: SummarizerSettings = {},
  input: Partial<SummarizeInput> = {},
): Promise<SummarizeResult> {
  const model = typeof reply === 'function' ? mockModel(reply) : reply;
  const summarizer = createSummarizer({ model, ...options });
  const entries = makeEntries(workLines);
  return summarizer.summarize({ entries, maxTokens: 1_200, count: countTokens, ...input });
}

/** A good answer about `workLines`. */
export const goodAnswer = `## Files Modified
- src/parser.ts: split replaced by scanAll (#3)
## Key Decisions
- A scanner instead of the regular expression in parseTokens (#7)
## Important Values
- 1000: the limit that parser_speed still exceeds
## Current State
- The test parser_speed fails (#6)
## Pending Tasks
- Write the scanner
## Constraints
- none`;

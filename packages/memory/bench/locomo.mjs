// Retrieval on LoCoMo without a model: recall@10 of evidence turns, and the share of evidence within 1,000
// and 2,000 tokens (o200k_base), questions of category 5 left out. Build the packages first, then:
//   node bench/locomo.mjs [--data FOLDER] [--profile dialogue]
// The data (CC BY-NC 4.0) is looked for in EVERLONG_DATA, default ../shared/data beside the repository.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { loadLocomo, locomoFile, measureLocomo } from './locomo-data.mjs';

const { values } = parseArgs({
  options: { data: { type: 'string' }, profile: { type: 'string', default: 'dialogue' } },
});
const file = locomoFile(values.data);
if (!existsSync(file)) {
  process.stdout.write(
    `Skipped: there is no ${file}. Set EVERLONG_DATA to the folder that holds it.\n`,
  );
} else {
  const conversations = loadLocomo(file);
  const { createMemory } = await import('@everlong/memory');
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  const counts = new Map();
  const tokenizer = {
    count(text) {
      if (!counts.has(text)) counts.set(text, encode(text).length);
      return counts.get(text);
    },
  };
  const start = performance.now();
  const figures = await measureLocomo(conversations, async () =>
    createMemory({ path: ':memory:', profile: values.profile, tokenizer }),
  );
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`${JSON.stringify({ profile: values.profile, ...figures, seconds })}\n`);
}

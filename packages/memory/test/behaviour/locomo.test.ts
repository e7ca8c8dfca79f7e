import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { measureRecall } from '../../bench/ask-all.ts';
import { loadLocomo, locomoFile } from '../../bench/locomo-data.ts';
import { createMemory } from '../../src/index.js';

const file = locomoFile();
const absent = existsSync(file) ? '' : ` (skipped: there is no ${file}, see EVERLONG_DATA)`;

it.skipIf(absent !== '')(`finds the evidence in a conversation of LoCoMo${absent}`, async () => {
  const conversations = loadLocomo(file).slice(0, 1);
  expect(conversations[0]?.questions.length).toBeGreaterThan(100);
  const { recall10 } = await measureRecall(conversations, () =>
    createMemory({ path: ':memory:', profile: 'dialogue' }),
  );
  expect(recall10).toBeGreaterThanOrEqual(77);
});

import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { loadLocomo, locomoFile, measureLocomo } from '../../bench/locomo-data.ts';
import { createMemory } from '../../src/index.js';

const file = locomoFile();
const absent = existsSync(file) ? '' : ` (skipped: there is no ${file}, see EVERLONG_DATA)`;

it.skipIf(absent !== '')(`finds the evidence in a conversation of LoCoMo${absent}`, async () => {
  const { questions, recall10 } = await measureLocomo(loadLocomo(file).slice(0, 1), () =>
    createMemory({ path: ':memory:', profile: 'dialogue' }),
  );
  expect(questions).toBeGreaterThan(100);
  expect(recall10).toBeGreaterThanOrEqual(77);
});

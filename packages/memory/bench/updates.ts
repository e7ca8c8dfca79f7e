/**
 * The update suite: values that change, in several wordings, and what a recall shows afterwards.
 * Build the packages first, then:
 *
 *     node bench/updates.ts [--wording plain|other|fresh|drafted|everyday|reporting|apart] [--failures]
 */
import { parseArgs } from 'node:util';

import { createMemory } from '@everlong/memory';

import { measureUpdates } from './updates/measure-updates.ts';
import type { UpdateCase } from './updates/update-case.ts';

const { values } = parseArgs({
  options: {
    wording: { type: 'string', multiple: true },
    failures: { type: 'boolean', default: false },
  },
});
const { count, currentFirstPercent, failures } = await measureUpdates(
  async () => createMemory({ path: ':memory:' }),
  values.wording as UpdateCase['wording'][] | undefined,
);
process.stdout.write(`${JSON.stringify({ ...count, currentFirstPercent })}\n`);
for (const failure of values.failures ? failures : []) {
  process.stdout.write(`${JSON.stringify(failure)}\n`);
}

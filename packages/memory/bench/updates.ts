/**
 * The update suite: values that change, in several wordings, and what a recall shows afterwards.
 * Build the packages first, then:
 *
 *     node bench/updates.ts [--wording plain|other|fresh|drafted|everyday|reporting|apart] [--failures]
 *     node bench/updates.ts --file CASES.jsonl
 */
import { parseArgs } from 'node:util';

import { createMemory } from '@everlong/memory';

import { playable } from './updates/build-cases.ts';
import { readCases } from './updates/everyday-cases.ts';
import { measureCases, measureUpdates } from './updates/measure-updates.ts';
import type { UpdateCase } from './updates/update-case.ts';

const { values } = parseArgs({
  options: {
    wording: { type: 'string', multiple: true },
    file: { type: 'string' },
    failures: { type: 'boolean', default: false },
  },
});
const inMemory = async () => createMemory({ path: ':memory:' });
const { count, currentFirstPercent, failures } =
  values.file === undefined
    ? await measureUpdates(inMemory, values.wording as UpdateCase['wording'][] | undefined)
    : await measureCases(inMemory, playable(readCases(values.file, 'everyday')));
process.stdout.write(`${JSON.stringify({ ...count, currentFirstPercent })}\n`);
for (const failure of values.failures ? failures : []) {
  process.stdout.write(`${JSON.stringify(failure)}\n`);
}

import { readCases, measureCases } from './bench/update-cases.ts';
import { createMemory } from '@everlong/memory';
const cases = readCases('/work/h/cases.jsonl');
const lines = [];
for (const foreign of [0, 300]) {
  const f = await measureCases(cases, async () => createMemory({ path: ':memory:' }), { foreign });
  console.log('foreign', foreign, Object.fromEntries(f));
  if (foreign === 0) continue;
}

import { createMemory } from '@everlong/memory';
import { expect, it, onTestFinished } from 'vitest';

import { forgetFacts, isOfEntity, readGraph } from './memory-graph.js';

it('forgets facts behind the end of what a graph shows', async () => {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const fact = (index: number) => ({ subject: `item ${index}`, predicate: 'is', object: 'stored' });
  await memory.write(
    'agent',
    Array.from({ length: 10_001 }, (_, index) => fact(index)),
  );
  expect((await readGraph([{ memory, scope: 'agent' }])).entities).toHaveLength(10_000);
  await forgetFacts(memory, 'agent', (each) => isOfEntity(each, 'item 10000'));
  expect(await memory.list('agent', { subject: 'item 10000' })).toEqual([]);
});

import { MockEmbeddingModelV4 } from 'ai/test';
import { expect, it, vi } from 'vitest';

import { speaking } from '../support/speaking-model.js';
import { conversation, useMemory } from '../support/use-memory.js';

const said = 'As of spring we are at the harbour office, third floor.';
const proposal = { message: 0, subject: 'user', predicate: 'office', negated: false };

it('takes from a model what it can quote byte for byte, and nothing else', async () => {
  const model = speaking(
    `Here you are: ${JSON.stringify([
      { ...proposal, object: 'harbour office', quote: 'at the harbour office' },
      { ...proposal, object: 'castle', quote: 'at the castle' },
      { ...proposal, object: 'palace', quote: 'third floor' },
      { ...proposal, message: 7, object: 'third floor', quote: 'third floor' },
      'nonsense',
    ])}`,
  );
  const memory = await useMemory({ path: ':memory:', model });
  await memory.observe(
    'agent',
    conversation('one', [said, ['tool', 'I am at the tool office 9.']]),
  );
  const { factIds, pending } = await memory.flush('agent');
  expect([factIds, pending]).toEqual([[1], 0]);
  expect(await memory.list('agent')).toMatchObject([
    {
      object: 'harbour office',
      trust: 'user',
      sources: [{ entryId: 'one-0', start: said.indexOf('at the'), end: said.indexOf(', third') }],
    },
  ]);
  expect(JSON.stringify(model.doGenerateCalls)).not.toContain('tool office');
  expect(await memory.flush('agent')).toEqual({ factIds: [], pending: 0 });
  expect(model.doGenerateCalls).toHaveLength(1);
});

it('waits no longer than it is told, and asks again at the next flush', async () => {
  let isReady = false;
  const model = speaking(async () => {
    if (!isReady) await new Promise(() => undefined);
    return JSON.stringify([{ ...proposal, object: 'harbour office', quote: 'harbour office' }]);
  });
  const memory = await useMemory({ path: ':memory:', model });
  await memory.observe('agent', conversation('one', [said]));
  expect(await memory.flush('agent', { timeoutMs: 20 })).toEqual({ factIds: [], pending: 1 });
  isReady = true;
  expect(await memory.flush('agent')).toEqual({ factIds: [1], pending: 0 });
});

it('asks in the background once enough messages wait, and not at all without extraction', async () => {
  const model = speaking('[]');
  const memory = await useMemory({ path: ':memory:', model, extractionThreshold: 2 });
  await memory.observe('quiet', conversation('one', [said, said]), { extract: false });
  expect(await memory.flush('quiet')).toEqual({ factIds: [], pending: 0 });
  await memory.observe('agent', conversation('one', ['I run.', 'We swim.']));
  await expect.poll(() => model.doGenerateCalls).toHaveLength(1);
});

/** Ends what hangs, on a busy machine too. */
const HANGS = { timeout: 600_000 };

/** Texts about animals point one way, all others another. */
function pointing(fails = (): boolean => false): MockEmbeddingModelV4 {
  return new MockEmbeddingModelV4({
    doEmbed: async ({ values }) => {
      if (fails()) throw new Error('no vectors today');
      const embeddings = values.map((value) =>
        /heron|bird|animal/.test(value) ? [1, 0.1, 0] : [0, 0.1, 1],
      );
      return { embeddings, warnings: [] };
    },
  });
}

const birds = [
  'The heron waits at the lake.',
  'Taxes are due in May.',
  'An animal is a lot of work.',
];

it('finds what means the same by an embedding model, beside what words find', async () => {
  const memory = await useMemory({ path: ':memory:', embeddingModel: pointing() });
  await memory.observe('agent', conversation('one', birds));
  await vi.waitFor(async () => {
    const { hits } = await memory.recall('agent', 'bird');
    expect(hits[0]?.breakdown).toHaveProperty('meaning');
    expect(hits.map(({ text }) => text)).toContain(birds[0]);
  }, HANGS);
  const { hits } = await memory.recall('agent', 'taxes of a bird');
  expect(hits.find(({ text }) => text === birds[1])?.breakdown).toHaveProperty('words');
  await memory.forget('agent', { sessionId: 'one' });
  expect((await memory.recall('agent', 'bird')).hits).toEqual([]);
});

it('is answered by words alone when the embedding model fails', async () => {
  const memory = await useMemory({ path: ':memory:', embeddingModel: pointing(() => true) });
  await memory.observe('agent', conversation('one', birds));
  expect((await memory.recall('agent', 'heron')).hits[0]?.text).toBe(birds[0]);
});

it('tells of each failure of its models, in the background too, and asks again', async () => {
  let isDown = true;
  const model = speaking(async () => {
    if (isDown) throw new Error('no such key');
    return JSON.stringify([{ ...proposal, object: 'harbour office', quote: 'harbour office' }]);
  });
  const told: string[] = [];
  const memory = await useMemory({
    path: ':memory:',
    model,
    extractionThreshold: 1,
    onModelError: (error) => told.push(String(error)),
  });
  await memory.observe('agent', conversation('one', [said]));
  await expect.poll(() => told).toEqual([expect.stringContaining('no such key')]);
  await expect(memory.flush('agent')).rejects.toThrow('no such key');
  expect(told).toHaveLength(2);
  isDown = false;
  expect(await memory.flush('agent')).toEqual({ factIds: [1], pending: 0 });
  expect(told).toHaveLength(2);
});

it('tells of failures of the embedding model, for what was said and for questions', async () => {
  let isDown = true;
  const told: string[] = [];
  const memory = await useMemory({
    path: ':memory:',
    embeddingModel: pointing(() => isDown),
    onModelError: (error) => told.push(String(error)),
  });
  await memory.observe('agent', conversation('one', birds));
  await expect.poll(() => told).toEqual([expect.stringContaining('no vectors today')]);
  isDown = false;
  await memory.observe('agent', conversation('two', ['Snow.']));
  await vi.waitFor(async () => {
    const { hits } = await memory.recall('agent', 'bird');
    expect(hits[0]?.breakdown).toHaveProperty('meaning');
  }, HANGS);
  expect(told).toHaveLength(1);
  isDown = true;
  await memory.recall('agent', 'animal');
  expect(told).toHaveLength(2);
});

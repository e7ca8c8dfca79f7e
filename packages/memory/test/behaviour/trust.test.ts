import { expect, it } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
import { conversation, useMemory } from '../support/use-memory.js';

it('keeps what the user said beside what a model writes against it', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['I live in Ghent.']));
  const planted = { subject: 'user', predicate: 'lives in', object: 'Atlantis' };
  const written = await memory.write('agent', { ...planted, trust: 'assistant' });
  expect(written).toMatchObject({ object: 'Atlantis', isDisputed: true });
  expect(await memory.list('agent')).toMatchObject([
    { object: 'Ghent', isDisputed: true },
    { object: 'Atlantis', isDisputed: true },
  ]);
  const { hits } = await memory.recall('agent', 'Where do I live?');
  expect(hits.map(({ text }) => text)).toEqual([
    'user · lives in · Ghent (disputed)',
    'user · lives in · Atlantis (disputed)',
    'I live in Ghent.',
  ]);
  await memory.write('agent', { ...planted, isNegated: true, object: 'Ghent', trust: 'tool' });
  expect((await memory.list('agent')).map(({ object }) => object)).toContain('Ghent');
});

it('does not end the words of the user by what a model wrote later', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['I live in Ghent.']));
  await memory.write('agent', {
    subject: 'user',
    predicate: 'lives in',
    object: 'Atlantis',
    trust: 'assistant',
  });
  // Observed late: these are words of the day before.
  await memory.observe(
    'agent',
    conversation('two', ['I moved to Bruges.'], '2026-03-05T10:00:00Z'),
  );
  expect(await memory.list('agent')).toMatchObject([
    { object: 'Atlantis', isDisputed: true },
    { object: 'Bruges', isDisputed: true },
  ]);
});

it('lets a model replace what it wrote itself', async () => {
  const memory = await useMemory();
  const port = { subject: 'heron', predicate: 'port', trust: 'assistant' } as const;
  await memory.write('agent', { ...port, object: '4711' });
  await memory.write('agent', { ...port, object: '4712' });
  expect(await memory.list('agent')).toMatchObject([{ object: '4712', isDisputed: false }]);
});

it('counts what the user says as said by the user, though a model wrote it before', async () => {
  const memory = await useReadingMemory();
  const home = { subject: 'user', predicate: 'lives in', object: 'Ghent' };
  await memory.write('agent', { ...home, trust: 'assistant', validFrom: '2026-01-01' });
  const [said] = conversation('one', ['I live in Ghent.']);
  await memory.observe('agent', [said!]);
  expect((await memory.profile('agent', { maxTokens: 200 })).text).toContain('Ghent');
  await memory.write('agent', {
    ...home,
    trust: 'assistant',
    sources: [{ sessionId: 'two', entryId: 'call' }],
  });
  await memory.withdraw('agent', { sessionId: 'one', fromSeq: 0 });
  expect((await memory.list('agent')).map(({ trust }) => trust)).toEqual(['assistant']);
});

it('trusts what follows from something no more than that', async () => {
  const memory = await useMemory();
  const page = await memory.write('agent', {
    subject: 'page',
    predicate: 'says',
    object: 'port 6666',
    trust: 'tool',
  });
  const [own, derived] = await memory.write('agent', [
    { subject: 'API', predicate: 'host', object: 'heron' },
    { subject: 'API', predicate: 'port', object: '6666', derivedFrom: [page.id] },
  ]);
  expect([own?.trust, derived?.trust]).toEqual(['user', 'tool']);
  const [next] = await memory.write('agent', [
    { subject: 'API', predicate: 'url', object: 'heron:6666', derivedFrom: [derived!.id] },
  ]);
  expect(next?.trust).toBe('tool');
});

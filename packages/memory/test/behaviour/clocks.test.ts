import { expect, it, vi } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
import { conversation } from '../support/use-memory.js';

it('goes by the order of a session whose clock was put back', async () => {
  const memory = await useReadingMemory();
  const [first] = conversation('one', ['The API port is 8080.'], '2026-03-02T12:00:00.000Z');
  const [, second] = conversation(
    'one',
    ['Hello.', 'The API port is 9090 now.'],
    '2026-03-02T10:00:00.000Z',
  );
  await memory.observe('agent', [first!, second!]);
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['9090']);
  const { hits } = await memory.recall('agent', 'Which port does the API use?');
  expect(hits.map(({ text }) => text).slice(0, 2)).toEqual([
    'API · port · 9090',
    'The API port is 9090 now.',
  ]);
});

it('learns at once what a log with a fast clock says', async () => {
  const memory = await useReadingMemory();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await memory.observe('agent', conversation('one', ['I live in Ghent.'], tomorrow));
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Ghent']);
  await memory.observe('agent', conversation('two', ['I moved to Bruges.']));
  const fork = conversation('fork', ['I live in Ghent.'], tomorrow);
  await memory.observe('agent', [{ ...fork[0]!, id: 'one-0' }]);
  expect(await memory.list('agent', { past: true })).toHaveLength(2);
});

it('knows what it recorded before its own clock was put back', async () => {
  const memory = await useReadingMemory();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
  try {
    await memory.observe('agent', conversation('one', ['I live in Ghent.']));
    vi.setSystemTime(now);
    expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Ghent']);
    const before = { knownAt: new Date(now).toISOString() };
    expect(await memory.list('agent', before)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

import { expect, it } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
import { conversation, useMemory } from '../support/use-memory.js';

it('extracts the facts of messages anew, and keeps what was only written', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['I live in Hamburg.']));
  await memory.observe('agent', conversation('two', ['I like tea.', 'I like coffee.']));
  await memory.forget('agent', { entity: 'coffee' });
  await memory.write('agent', { subject: 'heron', predicate: 'port', object: '4711' });
  const before = (await memory.list('agent')).map(({ text }) => text);
  expect(await memory.rebuild('agent')).toEqual({ messages: 2, facts: 2 });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['4711']);
  await memory.flush('agent');
  expect((await memory.list('agent')).map(({ text }) => text).toSorted()).toEqual(
    before.toSorted(),
  );
  expect((await memory.recall('agent', 'coffee')).hits).toEqual([]);
});

it('keeps all facts without a model, and finds messages as before', async () => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', ['The heron waits at the lake.']));
  const source = { sessionId: 'one', entryId: 'one-0' };
  const fact = { subject: 'heron', predicate: 'waits at', object: 'lake', sources: [source] };
  await memory.write('agent', fact);
  const before = await memory.recall('agent', 'Where is the heron?');
  expect(await memory.rebuild('agent')).toEqual({ messages: 1, facts: 0 });
  expect(await memory.recall('agent', 'Where is the heron?')).toEqual(before);
});

import { expect, it } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

async function useTeams() {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', ['Grace is back on Monday.', 'Fine.']));
  await memory.write('agent', [
    { subject: 'Team Blue', predicate: 'lead', object: 'Grace', cardinality: 'one' },
    { subject: 'Team Blue', predicate: 'works on', object: 'Heron', kind: 'relation' },
    { subject: 'Grace', predicate: 'likes', object: 'tea' },
    { subject: 'Heron', predicate: 'port', object: '4711' },
  ]);
  await memory.merge('agent', 'Grace', 'Gracie');
  return memory;
}

const textsOf = (facts: readonly { text: string }[] = []): string[] =>
  facts.map(({ text }) => text);

it('walks to what names an entity, by any of its names, and to the messages that speak of it', async () => {
  const memory = await useTeams();
  for (const name of ['Grace', 'gracie']) {
    const grace = await memory.entity('agent', name);
    expect(textsOf(grace?.facts)).toEqual(['Grace · likes · tea']);
    expect(textsOf(grace?.related)).toEqual(['Team Blue · lead · Grace']);
    expect(grace?.beyond).toEqual([]);
    expect(grace?.messages).toMatchObject([
      {
        text: 'Grace is back on Monday.',
        sources: [{ entryId: 'one-0' }],
        date: '2026-03-02T10:00:00.000Z',
      },
    ]);
  }
});

it('walks two steps when it is asked to', async () => {
  const memory = await useTeams();
  const heron = await memory.entity('agent', 'Heron', { steps: 2 });
  expect(textsOf(heron?.related)).toEqual(['Team Blue · works on · Heron']);
  expect(textsOf(heron?.beyond)).toEqual(['Team Blue · lead · Grace']);
  const call = memory.entity('agent', 'Heron', { steps: 3 as never });
  await expect(call).rejects.toThrow('steps of memory.entity is 3. Give 1 or 2.');
});

it('shows of a point in time what held and was said then', async () => {
  const memory = await useTeams();
  const grace = await memory.entity('agent', 'Grace', { validAt: '2026-01-01' });
  expect([grace?.facts, grace?.related, grace?.messages]).toEqual([[], [], []]);
});

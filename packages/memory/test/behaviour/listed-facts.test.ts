import type { FactInput, MemoryEntry, MemoryFact } from '@everlong/core';
import { expect, test } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
import { conversation, useMemory } from '../support/use-memory.js';

const fact = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };

/** A call of the shell and its result. */
function toolRun(seq: number, command: string, value: string, isFailure = false): MemoryEntry[] {
  const call = { toolCallId: `call-${seq}`, toolName: 'bash' };
  const entry = { sessionId: 'one', createdAt: '2026-03-02T11:00:00.000Z' };
  const output = { type: isFailure ? ('error-text' as const) : ('text' as const), value };
  return [
    {
      ...entry,
      id: `call-${seq}`,
      seq,
      message: { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { command } }] },
    },
    {
      ...entry,
      id: `result-${seq}`,
      seq: seq + 1,
      message: { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    },
  ];
}

test('what one memory lists can be written to another: the same sentences, counts and doubts', async () => {
  const [one, other] = [await useReadingMemory(), await useMemory()];
  await one.write('agent', fact);
  await one.observe('agent', [
    ...conversation('one', ['I like olives.', "I don't like olives anymore.", 'Run the tests.']),
    ...toolRun(3, 'npm test', 'Error: no script', true),
    ...toolRun(5, 'npm run unit', 'ok'),
    ...conversation('two', ['I live in Porto.', 'I moved to Lisbon.']).map((each) => ({
      ...each,
      metadata: { speaker: 'Alice' },
    })),
    ...conversation('three', ['Alice lives in Faro.']).map((each) => ({
      ...each,
      metadata: { speaker: 'Bob' },
    })),
  ]);
  const base = await one.write('agent', { subject: 'box', predicate: 'port', object: '1' });
  await one.write('agent', { ...fact, subject: 'tunnel', derivedFrom: [base.id] });
  await one.write('agent', { subject: 'box', predicate: 'port', object: '2' });
  const listed = await one.list('agent', { past: true });
  await other.write('agent', listed);
  const same = ({
    text,
    isNegated,
    isStale,
    isDisputed,
    uses,
    successes,
    validTo,
  }: MemoryFact) => ({ text, isNegated, isStale, isDisputed, uses, successes, validTo });
  expect((await other.list('agent', { past: true })).map(same)).toEqual(listed.map(same));
  expect(listed.filter(({ isStale }) => isStale)).toHaveLength(1);
  expect(listed.filter(({ isDisputed }) => isDisputed)).toHaveLength(2);
  const [learning] = await other.learnings('agent', 'run the tests');
  expect(learning?.text).toContain('`npm run unit` worked');
  const [first] = listed;
  const [changed] = await other.write('agent', [{ ...first, object: 'Kiel' } as MemoryFact]);
  expect(changed?.text).toBe('user · lives in · Kiel');
});

test('what another memory knew is taken over with its times, its lineage and its merges', async () => {
  const [one, other] = [await useReadingMemory(), await useMemory()];
  const said = [
    ...conversation('one', [
      'I live in Hamburg, so I commute by ferry.',
      'The API port is 8080.',
      'Run the tests.',
    ]),
    ...toolRun(3, 'npm test', 'Error: no script', true),
    ...toolRun(5, 'npm run unit', 'ok'),
    ...conversation('two', ['We moved to Leipzig last week.'], '2026-05-04T09:00:00.000Z'),
  ];
  await one.observe('agent', said);
  await one.write('agent', { subject: 'Robert', predicate: 'works at', object: 'Zeiss' });
  await one.write('agent', { subject: 'Bobby', predicate: 'works at', object: 'Acme' });
  await one.merge('agent', 'Bobby', 'Bob');
  await one.merge('agent', 'Robert', 'Bobby');
  await one.learnings('agent', 'run the tests');
  const listed = await one.list('agent', { past: true });
  const take = async () => {
    await other.write('agent', listed);
    for (const { name, alias } of await one.merges('agent'))
      await other.merge('agent', name, alias);
  };
  await take();
  expect(await other.list('agent', { past: true })).toEqual(listed);
  expect(await other.merges('agent')).toEqual([
    { name: 'bobby', alias: 'bob' },
    { name: 'robert', alias: 'bobby' },
  ]);
  await take();
  // The words that they rest on come later.
  const words = said.filter(({ message: { role } }) => role === 'user');
  await other.observe('agent', words);
  expect(await other.list('agent', { past: true })).toEqual(listed);
  const before = { knownAt: '2026-01-01' };
  expect(await other.list('agent', before)).toEqual(await one.list('agent', before));
  const profile = await one.profile('agent', { maxTokens: 500 });
  expect(profile.text).toContain('Leipzig');
  expect((await other.profile('agent', { maxTokens: 500 })).text).toBe(profile.text);
  const { restoredFactIds } = await other.withdraw('agent', { sessionId: 'two', fromSeq: 0 });
  expect(restoredFactIds).toHaveLength(1);
  const held = await other.list('agent', { subject: 'user' });
  expect(held.map(({ object, isStale }) => [object, isStale])).toEqual([
    ['Hamburg', false],
    ['ferry', false],
  ]);
  await other.separate('agent', 'bobby');
  expect((await other.entity('agent', 'Bob'))?.facts.map(({ object }) => object)).toEqual(['Acme']);
});

test('a predicate of signs alone keeps its name', async () => {
  const [one, other] = [await useMemory(), await useMemory()];
  await one.write('agent', { ...fact, predicate: '_' });
  await other.write('agent', await one.list('agent'));
  expect(await other.list('agent')).toMatchObject([{ predicate: '_', object: 'Leipzig' }]);
});

test('what contradicts a fact of this memory is decided as any other', async () => {
  const [one, other] = [await useMemory(), await useMemory()];
  const lives = { subject: 'user', predicate: 'lives in' };
  await other.write('agent', { ...lives, object: 'Kiel', validFrom: '2026-02-01' });
  await one.write('agent', { ...lives, object: 'Bonn', validFrom: '2026-01-01' });
  await one.write('agent', { ...lives, object: 'Ulm', validFrom: '2026-03-01' });
  await other.write('agent', await one.list('agent', { past: true }));
  const all = await other.list('agent', { past: true });
  expect(all.map(({ object, validTo, supersededBy }) => [object, validTo, supersededBy])).toEqual([
    ['Kiel', '2026-03-01T00:00:00.000Z', 3],
    ['Bonn', '2026-03-01T00:00:00.000Z', 3],
    ['Ulm', undefined, undefined],
  ]);
});

test('a fact that no memory lists is refused, and its field is named', async () => {
  const memory = await useMemory();
  const source = { sessionId: 'one', entryId: 'first' };
  const forged: [fields: object, told: RegExp][] = [
    [{ retiredAt: '2026-02-01' }, /^A fact with the retiredAt "2026-02-01" has no validTo\./],
    [{ sources: [{ ...source, start: 'x' }] }, /^start of a source must be a number from 0/],
    [{ sources: [{ ...source, end: -1 }] }, /^end of a source must be a number from 0/],
  ];
  for (const [fields, told] of forged) {
    const forgedFact: unknown = { ...fact, id: 1, ...fields };
    await expect(memory.write('agent', forgedFact as FactInput)).rejects.toThrow(told);
  }
  await expect(memory.list('agent')).resolves.toEqual([]);
});

test('facts that succeed and follow from each other in a circle are written and recalled', async () => {
  const memory = await useMemory();
  const over = { validTo: '2026-02-01', retiredAt: '2026-02-01' };
  const port = { subject: 'box', predicate: 'port', validFrom: '2026-01-01' };
  const forged = [
    { ...port, ...over, id: 1, object: '1', supersededBy: 1, derivedFrom: [1] },
    { ...port, ...over, id: 2, object: '2', supersededBy: 3, derivedFrom: [3] },
    { ...port, ...over, id: 3, object: '3', supersededBy: 2, derivedFrom: [2] },
    { ...port, id: 4, object: '4', supersededBy: 99, derivedFrom: [99] },
  ];
  await memory.write('agent', forged);
  const { hits } = await memory.recall('agent', 'Which port does the box have?');
  expect(hits.map(({ text }) => text)).toEqual(['box · port · 4']);
  await memory.write('agent', { subject: 'box', predicate: 'port', object: '5' });
  const receipt = await memory.forget('agent', { entity: 'box' });
  expect(receipt.factIds).toEqual([1, 2, 3, 4, 5]);
});

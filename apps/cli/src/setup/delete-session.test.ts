import { createMemoryStore, type Store } from '@everlong/core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { openMemory } from './agent-memory.js';
import { deleteSession } from './delete-session.js';

const info = { id: '1a2b', agent: 'helper' };

test('a deletion that is cut off leaves a session to delete again, and no memory without one', async () => {
  const directory = temporaryFolder();
  const store = createMemoryStore();
  await store.createSession(info);
  const message = { role: 'user' as const, content: 'The port of heron is 4711.' };
  const entries = await store.append(info.id, [{ message }]);
  const place = { directory, agent: info.agent };
  const remembered = async (): Promise<number> => {
    const memory = await openMemory(place);
    const { hits } = await memory.recall(info.agent, 'port of heron');
    await memory.close();
    return hits.length;
  };
  const memory = await openMemory(place);
  await memory.observe(info.agent, entries);
  await memory.close();
  expect(await remembered()).toBeGreaterThan(0);

  const killed: Store = { ...store, deleteSession: () => Promise.reject(new Error('killed')) };
  await expect(deleteSession(killed, directory, info)).rejects.toThrow('killed');
  expect(await remembered()).toBe(0);

  await deleteSession(store, directory, info);
  expect(await store.listSessions()).toEqual([]);
});

test('what a fork of a deleted session still holds stays in memory', async () => {
  const directory = temporaryFolder();
  const store = createMemoryStore();
  await store.createSession(info);
  const entries = await store.append(info.id, [
    { message: { role: 'user', content: 'The port of heron is 4711.' } },
    { message: { role: 'user', content: 'My cat is called Miso.' } },
  ]);
  const place = { directory, agent: info.agent };
  const memory = await openMemory(place);
  await memory.observe(info.agent, entries);
  const copies = entries.slice(0, 1).map((entry) => ({ ...entry, sessionId: 'fork' }));
  await memory.observe(info.agent, copies);
  const [said] = entries;
  const source = { sessionId: info.id, entryId: said?.id ?? '', seq: 0 };
  const fact = { subject: 'heron', predicate: 'port', object: '4711' };
  await memory.write(info.agent, { ...fact, sources: [source] });
  await memory.close();

  await deleteSession(store, directory, info);
  const left = await openMemory(place);
  const facts = await left.list(info.agent);
  expect(facts.map(({ object, sources }) => [object, sources[0]?.sessionId])).toEqual([
    ['4711', 'fork'],
  ]);
  const { hits } = await left.recall(info.agent, 'port of heron, name of the cat');
  expect(new Set(hits.flatMap(({ sources }) => sources.map((each) => each.sessionId)))).toEqual(
    new Set(['fork']),
  );
  await left.close();
});

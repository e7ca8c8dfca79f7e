import { CorruptRecordError, createMemoryStore, type Store } from '@everlong/core';
import { expect, it } from 'vitest';

import { findQuotingSessions, syncMemory } from '../../src/index.js';
import { createWordMemory } from '../support/word-memory.js';

/** A store of two sessions, of which it cannot read `bad`, as one of files may not. */
async function damagedStore(): Promise<Store> {
  const store = createMemoryStore();
  for (const id of ['bad', 'good']) {
    await store.createSession({ id, agent: 'a' });
    await store.append(id, [{ message: { role: 'user', content: 'The heron is blue.' } }]);
  }
  return {
    ...store,
    async listSessions(options) {
      const sessions = await store.listSessions(options);
      return sessions.map((info) =>
        info.id === 'bad' ? { ...info, entryCount: 0, unreadable: 'bad.jsonl is damaged' } : info,
      );
    },
    async getSession(id) {
      if (id === 'bad') throw new CorruptRecordError('bad.jsonl', 'it is cut off');
      return store.getSession(id);
    },
    async search(query, options) {
      const hits = await store.search(query, options);
      return hits.filter(({ sessionId }) => sessionId !== 'bad');
    },
  };
}

it('a memory observes the other sessions, and the one that cannot be read is told', async () => {
  const store = await damagedStore();
  const memory = createWordMemory();
  await expect(syncMemory({ store, memory, agent: 'a' })).rejects.toThrow('bad.jsonl');
  expect(await memory.observedThroughSeq('a', 'good')).toBe(0);
});

it('nobody can tell whether a session that cannot be read quotes what was forgotten', async () => {
  const store = await damagedStore();
  const memory = createWordMemory();
  const receipt = await memory.forget('a', { entity: 'heron' });
  const asked = { store, agent: 'a', receipt, texts: ['heron'] };
  await expect(findQuotingSessions(asked)).rejects.toThrow('bad.jsonl');
  const known = { ...receipt, sessionIds: ['bad'] };
  expect(await findQuotingSessions({ ...asked, receipt: known })).toEqual(['good']);
});

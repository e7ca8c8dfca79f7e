import { ConfigError, SessionNotFoundError, type Store, StoreConflictError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { compaction } from '../samples/sample-records.js';
import { collect, listIds, newSession, readTexts, say } from '../samples/samples.js';

async function createNamed(store: Store, ...ids: string[]): Promise<void> {
  for (const id of ids) await store.createSession({ id, agent: id.slice(0, 1) });
}

/** Sessions are created, listed, renamed and deleted. */
export const sessionContract: ContractGroup = {
  name: 'sessions',
  cases: {
    async 'know what they were created with'({ store }) {
      const metadata = { tags: ['a', { b: null }], $type: 'mine' };
      const input = { id: 'my.session-1_x', agent: 'helper', title: 'Fix "it" 🙂', metadata };
      const created = await store.createSession(input);
      expect(created).toMatchObject({ ...input, entryCount: 0, epoch: 0 });
      expect(created.createdAt).toMatch(/^\d{4}-.*Z$/);
      expect(await store.getSession(input.id)).toEqual(created);
      expect(await store.listSessions()).toEqual([created]);
    },
    async 'get an id of their own'({ store }) {
      const ids = await Promise.all(Array.from({ length: 10 }, () => newSession(store)));
      expect(new Set(ids).size).toBe(10);
    },
    async 'share no id, not even under another agent'({ store }) {
      await createNamed(store, 'taken');
      for (const agent of ['t', 'other']) {
        await expectError(
          store.createSession({ id: 'taken', agent }),
          StoreConflictError.isInstance,
        );
      }
      const attempts = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((agent) => store.createSession({ id: 'raced', agent })),
      );
      expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
      expect((await listIds(store)).toSorted()).toEqual(['raced', 'taken']);
    },
    async 'are listed the most recently updated first'({ store }) {
      await createNamed(store, 'a1', 'a2', 'b1', 'b2');
      await store.append('a1', [say('x')]);
      await store.appendRecord('b1', compaction(1));
      await store.updateSession('a2', { title: 'newest' });
      expect(await listIds(store)).toEqual(['a2', 'b1', 'a1', 'b2']);
      expect(await listIds(store, { agent: 'a' })).toEqual(['a2', 'a1']);
      expect(await listIds(store, { limit: 1 })).toEqual(['a2']);
      expect(await listIds(store, { agent: 'nobody' })).toEqual([]);
    },
    async 'are listed page by page, each once'({ store }) {
      const ids = Array.from({ length: 7 }, (_, index) => `a${index}`);
      await createNamed(store, ...ids);
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const page = await store.listSessions({ limit: 3, ...(before && { before }) });
        pages.push(page.map((info) => info.id));
        before = page.at(-1)?.updatedAt;
      } while (before !== undefined && pages.length < 10);
      expect(pages).toEqual([ids.slice(4).toReversed(), ids.slice(1, 4).toReversed(), ['a0'], []]);
    },
    async 'are listed in the order of creation, which nothing changes'({ store }) {
      const ids = ['a1', 'b2', 'a3', 'b4', 'a5'];
      await createNamed(store, ...ids);
      await store.append('a1', [say('x')]);
      await store.updateSession('b4', { title: 'y' });
      const created = (options: object): Promise<string[]> =>
        listIds(store, { order: 'created', ...options });
      expect(await created({})).toEqual(ids.toReversed());
      expect(await created({ reverse: true })).toEqual(ids);
      expect(await created({ after: 'b4', limit: 2 })).toEqual(['a3', 'b2']);
      expect(await created({ after: 'b2', reverse: true })).toEqual(['a3', 'b4', 'a5']);
      expect(await created({ after: 'b4', agent: 'a' })).toEqual(['a3', 'a1']);
      expect(await created({ after: 'a1' })).toEqual([]);
      await expectError(created({ after: 'gone' }), SessionNotFoundError.isInstance);
      for (const wrong of [{ order: 'x' }, { after: 'a1' }, { order: 'created', before: '2026' }]) {
        await expectError(listIds(store, wrong as never), ConfigError.isInstance);
      }
    },
    async 'take a new title or new metadata and keep the rest'({ store }) {
      const created = await store.createSession({
        agent: 'a',
        title: 'old',
        metadata: { a: 1, b: 2 },
      });
      await store.append(created.id, [say('x')]);
      const renamed = await store.updateSession(created.id, { title: 'new' });
      expect(renamed).toMatchObject({ title: 'new', metadata: { a: 1, b: 2 }, entryCount: 1 });
      expect(renamed.updatedAt > created.updatedAt).toBe(true);
      const untouched = await store.updateSession(created.id, { title: undefined } as object);
      expect(untouched.title).toBe('new');
      const tagged = await store.updateSession(created.id, { metadata: { c: 3 } });
      expect(tagged).toMatchObject({ title: 'new', metadata: { c: 3 } });
      expect(tagged.metadata).toEqual({ c: 3 });
      expect(await store.getSession(created.id)).toEqual(tagged);
      expect(tagged.createdAt).toBe(created.createdAt);
    },
    async 'are gone when deleted, and an id can start afresh'({ store }) {
      await createNamed(store, 'a1');
      await store.append('a1', [say('x', { id: 'one' })]);
      await store.appendRecord('a1', compaction(4));
      await store.deleteSession('a1');
      expect(await listIds(store)).toEqual([]);
      for (const lookUp of [() => store.getSession('a1'), () => store.deleteSession('a1')]) {
        await expectError(lookUp(), SessionNotFoundError.isInstance);
      }
      await createNamed(store, 'a1');
      expect(await store.getSession('a1')).toMatchObject({ entryCount: 0, epoch: 0 });
      expect(await collect(store.readRecords('a1'))).toEqual([]);
      await store.append('a1', [say('fresh', { id: 'one' })]);
      expect(await readTexts(store, 'a1')).toEqual(['fresh']);
    },
  },
};

import { EverlongError, StoreConflictError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { expectSame } from '../expectations/expect-same.js';
import { collect, newSession, readTexts, say, texts } from '../samples/samples.js';

/** Entries are kept in order, with dense places, and a batch is stored whole or not at all. */
export const appendContract: ContractGroup = {
  name: 'append',
  cases: {
    async 'returns what it stored, numbered from 0'({ store }) {
      const sessionId = await newSession(store);
      const first = await store.append(sessionId, [say('a')]);
      const more = await store.append(sessionId, [say('b'), say('c')]);
      const entries = [...first, ...more];
      expect(entries.map((entry) => entry.seq)).toEqual([0, 1, 2]);
      expect(new Set(entries.map((entry) => entry.id)).size).toBe(3);
      for (const entry of entries) {
        expect(entry).toMatchObject({ sessionId, format: 'model-message/1' });
        expect(entry.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
      }
      expectSame(await collect(store.read(sessionId)), entries);
    },
    async 'keeps the order of appends and of batches'({ store }) {
      const sessionId = await newSession(store);
      for (let first = 0; first < 200; first += 40) {
        await store.append(sessionId, texts(37, first));
        await store.append(sessionId, texts(3, first + 37));
      }
      const expected = texts(200).map((input) => input.message.content);
      expect(await readTexts(store, sessionId)).toEqual(expected);
    },
    async 'keeps everything that an input says'({ store }) {
      const sessionId = await newSession(store);
      const input = say('hello', {
        id: 'my own id',
        createdAt: '2001-02-03T04:05:06Z',
        model: 'anthropic/claude',
        usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 },
        metadata: { origin: 'tool', nested: { list: [1, null, 'x'] } },
      });
      const [stored] = await store.append(sessionId, [input]);
      expect(stored).toMatchObject(input);
      const [read] = await collect(store.read(sessionId));
      expectSame(read, { ...input, sessionId, seq: 0, format: 'model-message/1' });
    },
    async 'of nothing adds nothing'({ store }) {
      const sessionId = await newSession(store);
      expect(await store.append(sessionId, [])).toEqual([]);
      expect((await store.getSession(sessionId)).entryCount).toBe(0);
    },
    async 'shows in the session at once'({ store }) {
      const sessionId = await newSession(store);
      const before = await store.getSession(sessionId);
      await store.append(sessionId, texts(3));
      const after = await store.getSession(sessionId);
      expect(after.entryCount).toBe(3);
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(after.createdAt).toBe(before.createdAt);
    },
  },
};

/** All of a batch or nothing of it. */
export const batchContract: ContractGroup = {
  name: 'atomic batches',
  cases: {
    async 'a batch with one entry that cannot be stored adds nothing'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('kept')]);
      const part = { type: 'tool-call', toolCallId: '1', toolName: 'add', input: 1n } as const;
      const unstorable = { message: { role: 'assistant' as const, content: [part] } };
      const batch = [say('a'), unstorable, say('b')];
      await expectError(store.append(sessionId, batch), EverlongError.isInstance);
      expect(await readTexts(store, sessionId)).toEqual(['kept']);
      const [next] = await store.append(sessionId, [say('next')]);
      expect(next?.seq).toBe(1);
    },
    async 'a batch with one entry that nests deeper than its readers can follow adds nothing'({
      store,
    }) {
      const sessionId = await newSession(store);
      const input = JSON.parse('['.repeat(1000) + ']'.repeat(1000)) as [];
      const part = { type: 'tool-call', toolCallId: '1', toolName: 'add', input } as const;
      const deep = { message: { role: 'assistant' as const, content: [part] } };
      await expectError(store.append(sessionId, [say('a'), deep]), EverlongError.isInstance);
      expect(await readTexts(store, sessionId)).toEqual([]);
    },
    async 'a batch that conflicts adds nothing'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('kept', { id: 'known' })]);
      const batch = [say('kept', { id: 'known' }), ...texts(3)];
      const appended = store.append(sessionId, batch, { expectedSeq: 7 });
      await expectError(appended, StoreConflictError.isInstance);
      expect(await readTexts(store, sessionId)).toEqual(['kept']);
    },
    async 'a batch of a thousand is one append'({ store }) {
      const sessionId = await newSession(store);
      const stored = await store.append(sessionId, texts(1000));
      expect(stored.map((entry) => entry.seq)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
      expect((await store.getSession(sessionId)).entryCount).toBe(1000);
    },
  },
};

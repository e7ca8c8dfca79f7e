import { type Entry, SessionNotFoundError, type Store } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { expectSame } from '../expectations/expect-same.js';
import { collect, newSession, readTexts, say, texts } from '../samples/samples.js';

/** Every acknowledged entry is in the log once, at the place that was returned. */
async function expectAllThere(store: Store, sessionId: string, stored: Entry[]): Promise<void> {
  const read = await collect(store.read(sessionId));
  expect(read.map((entry) => entry.seq)).toEqual(stored.map((_, seq) => seq));
  const bySeq = stored.toSorted((left, right) => left.seq - right.seq);
  expectSame(read, bySeq);
}

/** Many writers at once: nothing is lost, nothing is doubled, no number is skipped. */
export const concurrencyContract: ContractGroup = {
  name: 'concurrency',
  cases: {
    async 'appends from many promises to one session'({ store }) {
      const sessionId = await newSession(store);
      const stored = await Promise.all(
        Array.from({ length: 100 }, (_, index) => store.append(sessionId, [say(`${index}`)])),
      );
      await expectAllThere(store, sessionId, stored.flat());
    },
    async 'batches stay together'({ store }) {
      const sessionId = await newSession(store);
      const batches = await Promise.all(
        Array.from({ length: 20 }, () => store.append(sessionId, texts(7))),
      );
      for (const batch of batches) {
        const first = batch[0]?.seq ?? -1;
        expect(batch.map((entry) => entry.seq)).toEqual(batch.map((_, index) => first + index));
      }
      await expectAllThere(store, sessionId, batches.flat());
    },
    async 'appends that were not awaited keep the order of the calls'({ store }) {
      const sessionId = await newSession(store);
      const expected = Array.from({ length: 50 }, (_, index) => `${index}`);
      await Promise.all(expected.map((text) => store.append(sessionId, [say(text)])));
      expect(await readTexts(store, sessionId)).toEqual(expected);
    },
    async 'appends to many sessions, with records and reads between'({ store }) {
      const sessions = await Promise.all(Array.from({ length: 5 }, () => newSession(store)));
      await Promise.all(
        sessions.flatMap((sessionId) =>
          Array.from({ length: 10 }, async (_, index) => {
            await store.append(sessionId, [say(`${index}`)]);
            await store.appendRecord(sessionId, { type: 'pin', seq: index, pinned: true });
            const read = await collect(store.read(sessionId));
            expect(read.map((entry) => entry.seq)).toEqual(read.map((__, seq) => seq));
          }),
        ),
      );
      for (const sessionId of sessions) {
        expect(await readTexts(store, sessionId)).toHaveLength(10);
        expect(await collect(store.readRecords(sessionId))).toHaveLength(10);
      }
    },
  },
  shared: {
    async 'two open stores append to one session'({ store, openAnother }) {
      const sessionId = await newSession(store);
      const other = await openAnother();
      const stored: Entry[] = [];
      for (let round = 0; round < 10; round++) {
        const batches = await Promise.all(
          [store, other, other, store].map((each) => each.append(sessionId, texts(2))),
        );
        stored.push(...batches.flat());
      }
      await expectAllThere(store, sessionId, stored);
      await expectAllThere(other, sessionId, stored);
    },
    async 'an open store sees at once what another one did'({ store, openAnother }) {
      const other = await openAnother();
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a needle', { id: 'one' })]);
      expect(await readTexts(other, sessionId)).toEqual(['a needle']);
      const [again] = await other.append(sessionId, [say('changed', { id: 'one' })]);
      expect(again?.message.content).toBe('a needle');
      await other.append(sessionId, [say('b')]);
      await other.updateSession(sessionId, { title: 'renamed' });
      const info = await store.getSession(sessionId);
      expect(info).toMatchObject({ entryCount: 2, title: 'renamed' });
      expect(await other.search('needle')).toHaveLength(1);
      await other.deleteSession(sessionId);
      await expectError(store.append(sessionId, [say('late')]), SessionNotFoundError.isInstance);
      await expectError(store.getSession(sessionId), SessionNotFoundError.isInstance);
    },
  },
};

import { CorruptRecordError, type Entry, type UserMessage } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { expectSame } from '../expectations/expect-same.js';
import { compaction, sampleSnapshot } from '../samples/sample-records.js';
import { collect, newSession, readTexts, say } from '../samples/samples.js';

/** Events in one session do not show in another. */
export const sessionIsolationContract: ContractGroup = {
  name: 'isolation of sessions',
  cases: {
    async 'entries, numbers, records and media stay with their session'({ store }) {
      const sessions = await Promise.all(['a', 'b', 'c'].map((agent) => newSession(store, agent)));
      for (let round = 0; round < 5; round++) {
        for (const sessionId of sessions) {
          const [entry] = await store.append(sessionId, [say(`${sessionId} ${round}`)]);
          expect(entry?.seq).toBe(round);
        }
      }
      const [first = '', second = ''] = sessions;
      await store.appendRecord(first, compaction(1));
      const hash = await store.putMedia(first, new Uint8Array([1, 2, 3]), 'image/png');
      expect(await readTexts(store, second)).toEqual(
        [0, 1, 2, 3, 4].map((round) => `${second} ${round}`),
      );
      expect(await collect(store.readRecords(second))).toEqual([]);
      expect((await store.getSession(second)).epoch).toBe(0);
      await expectError(store.getMedia(second, hash), CorruptRecordError.isInstance);
    },
    async 'deleting one leaves the others'({ store }) {
      const [gone, kept] = [await newSession(store), await newSession(store)];
      await store.append(gone, [say('gone')]);
      await store.append(kept, [say('kept')]);
      await store.deleteSession(gone);
      expect(await readTexts(store, kept)).toEqual(['kept']);
    },
    async 'ids that resemble each other are different sessions'({ store }) {
      const ids = ['a', 'a.b', 'a_b', 'a-b', 'a_records', 'a_summary', 'a_media', 'a.index', 'ab'];
      for (const id of ids) await store.createSession({ id, agent: 'agent' });
      for (const id of ids) await store.append(id, [say(id)]);
      for (const id of ids) await store.appendRecord(id, { type: 'pin', seq: 0, pinned: true });
      for (const id of ids) expect(await readTexts(store, id)).toEqual([id]);
      expect((await store.listSessions()).map((info) => info.id).toSorted()).toEqual(
        ids.toSorted(),
      );
    },
  },
};

function scribble(entry: Entry | undefined): void {
  const message = entry?.message as UserMessage;
  for (const part of message.content) {
    if (typeof part === 'object' && part.type === 'text') part.text = 'scribbled';
    if (typeof part === 'object' && part.type === 'file') (part.data as Uint8Array).fill(0);
  }
  message.content = 'scribbled';
}

const sample = (): UserMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: 'original' },
    { type: 'file', data: new Uint8Array(2000).fill(7), mediaType: 'image/png' },
  ],
});

/** Callers may change what they passed in and what they got back. */
export const objectIsolationContract: ContractGroup = {
  name: 'isolation of objects',
  cases: {
    async entries({ store }) {
      const sessionId = await newSession(store);
      const message = sample();
      const [stored] = await store.append(sessionId, [{ id: 'one', message }]);
      scribble({ message } as Entry);
      scribble(stored);
      const [read] = await collect(store.read(sessionId));
      expectSame(read?.message, sample());
      scribble(read);
      const [again] = await store.append(sessionId, [{ id: 'one', message: sample() }]);
      expectSame(again?.message, sample());
      scribble(again);
      const [last] = await collect(store.read(sessionId));
      expectSame(last?.message, sample());
    },
    async records({ store }) {
      const sessionId = await newSession(store);
      const record = compaction(1, structuredClone(sampleSnapshot));
      const stored = await store.appendRecord(sessionId, record);
      record.ranges.length = 0;
      if (stored.type === 'compaction') stored.snapshot = undefined as never;
      const [read] = await collect(store.readRecords(sessionId, { type: 'compaction' }));
      expect(read).toMatchObject(compaction(1, sampleSnapshot));
    },
    async 'what is changed while its call waits for another one'({ store }) {
      const sessionId = await newSession(store);
      const message = sample();
      const record = compaction(1, structuredClone(sampleSnapshot));
      const metadata = { tags: ['a'] };
      const calls = [
        store.append(sessionId, [say('before')]),
        store.append(sessionId, [{ id: 'one', message }]),
        store.appendRecord(sessionId, record),
        store.updateSession(sessionId, { metadata }),
      ];
      scribble({ message } as Entry);
      record.ranges.length = 0;
      metadata.tags.push('b');
      await Promise.all(calls);
      const read = await collect(store.read(sessionId));
      expectSame(read.find(({ id }) => id === 'one')?.message, sample());
      const [stored] = await collect(store.readRecords(sessionId));
      expect(stored).toMatchObject(compaction(1, sampleSnapshot));
      expect((await store.getSession(sessionId)).metadata).toEqual({ tags: ['a'] });
    },
    async sessions({ store }) {
      const metadata = { tags: ['a'] };
      const created = await store.createSession({ agent: 'agent', metadata });
      metadata.tags.push('b');
      created.title = 'scribbled';
      const got = await store.getSession(created.id);
      expect(got.title).toBeUndefined();
      expect(got.metadata).toEqual({ tags: ['a'] });
      got.metadata = {};
      const [listed] = await store.listSessions();
      expect(listed?.metadata).toEqual({ tags: ['a'] });
    },
    async media({ store }) {
      const sessionId = await newSession(store);
      const bytes = new Uint8Array([1, 2, 3]);
      const hash = await store.putMedia(sessionId, bytes, 'image/png');
      bytes.fill(9);
      (await store.getMedia(sessionId, hash)).fill(9);
      expect([...(await store.getMedia(sessionId, hash))]).toEqual([1, 2, 3]);
    },
  },
};

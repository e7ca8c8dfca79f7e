import { SessionNotFoundError, type Store, StoreConflictError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { expectSame } from '../expectations/expect-same.js';
import { compaction, sampleSnapshot } from '../samples/sample-records.js';
import { collect, newSession, readTexts, say } from '../samples/samples.js';

async function fillTenant(store: Store): Promise<string> {
  await store.createSession({ id: 'a', agent: 'agent' });
  await store.append('a', [say('hello helm')]);
  return store.putMedia('a', new Uint8Array([1, 2, 3]), 'image/png');
}

const image = new Uint8Array(4000).map((_, index) => index % 250);

/** Closed and opened again, everything is as it was. */
export const durabilityContract: ContractGroup = {
  name: 'durability',
  durable: {
    async 'tenants outlive the store'({ store, reopen }) {
      const hash = await fillTenant(store.forTenant('acme'));
      const acme = (await reopen()).forTenant('acme');
      expect(await readTexts(acme, 'a')).toEqual(['hello helm']);
      expect((await acme.search('helm')).map(({ seq }) => seq)).toEqual([0]);
      expect([...(await acme.getMedia('a', hash))]).toEqual([1, 2, 3]);
    },
    async 'entries, records, media and what the session knows outlive the store'(subject) {
      const { store } = subject;
      const { id } = await store.createSession({ agent: 'a', title: 't', metadata: { a: 1 } });
      await store.append(id, [
        say('first'),
        {
          message: {
            role: 'user',
            content: [{ type: 'file', data: image, mediaType: 'image/png' }],
          },
          metadata: { origin: 'tool' },
        },
      ]);
      await store.appendRecord(id, compaction(1, sampleSnapshot), { expectedEpoch: 0 });
      const hash = await store.putMedia(id, new Uint8Array([1, 2]), 'image/gif');
      await store.updateSession(id, { title: 'renamed' });
      const before = {
        info: await store.getSession(id),
        entries: await collect(store.read(id)),
        records: await collect(store.readRecords(id)),
      };
      const reopened = await subject.reopen();
      expectSame(await reopened.getSession(id), before.info);
      expectSame(await reopened.listSessions(), [before.info]);
      expectSame(await collect(reopened.read(id)), before.entries);
      expectSame(await collect(reopened.readRecords(id)), before.records);
      expect([...(await reopened.getMedia(id, hash))]).toEqual([1, 2]);
      expect(await reopened.search('first')).toHaveLength(1);
    },
    async 'numbers, epochs and ids go on where they were'(subject) {
      const sessionId = await newSession(subject.store);
      await subject.store.append(sessionId, [say('a', { id: 'one' }), say('b')]);
      await subject.store.appendRecord(sessionId, compaction(1));
      const reopened = await subject.reopen();
      const [again, next] = await reopened.append(
        sessionId,
        [say('changed', { id: 'one' }), say('c')],
        { expectedSeq: 2 },
      );
      expect(again).toMatchObject({ seq: 0, message: { content: 'a' } });
      expect(next?.seq).toBe(2);
      await expectError(
        reopened.appendRecord(sessionId, compaction(2), { expectedEpoch: 0 }),
        StoreConflictError.isInstance,
      );
      const record = await reopened.appendRecord(sessionId, compaction(2), { expectedEpoch: 1 });
      expect(record.recordSeq).toBe(1);
      expect(await readTexts(reopened, sessionId)).toEqual(['a', 'b', 'c']);
    },
    async 'what was deleted stays deleted'(subject) {
      const [gone, kept] = [await newSession(subject.store), await newSession(subject.store)];
      await subject.store.append(gone, [say('gone')]);
      await subject.store.deleteSession(gone);
      const reopened = await subject.reopen();
      expect((await reopened.listSessions()).map((info) => info.id)).toEqual([kept]);
      await expectError(reopened.getSession(gone), SessionNotFoundError.isInstance);
      expect(await reopened.search('gone')).toEqual([]);
    },
  },
  shared: {
    async 'an append is there for others before the store is closed'({ store, openAnother }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a')]);
      expect(await readTexts(await openAnother(), sessionId)).toEqual(['a']);
    },
  },
};

import { StoreConflictError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { compaction, rewind } from '../samples/sample-records.js';
import { newSession, readTexts, say } from '../samples/samples.js';

async function outcomes(attempts: Promise<unknown>[]): Promise<{ won: number; lost: number }> {
  const settled = await Promise.allSettled(attempts);
  const errors = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const error of errors) expect(StoreConflictError.isInstance(error)).toBe(true);
  return { won: settled.length - errors.length, lost: errors.length };
}

/** `expectedSeq` and `expectedEpoch` let exactly one of several writers succeed. */
export const conflictContract: ContractGroup = {
  name: 'conflicts',
  cases: {
    async 'an append at the expected place succeeds, at another one it conflicts'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a')], { expectedSeq: 0 });
      for (const expectedSeq of [0, 2, -1]) {
        await expectError(
          store.append(sessionId, [say('x')], { expectedSeq }),
          StoreConflictError.isInstance,
        );
      }
      await store.append(sessionId, [say('b')], { expectedSeq: 1 });
      expect(await readTexts(store, sessionId)).toEqual(['a', 'b']);
    },
    async 'of many appends that expect one place, one succeeds'({ store }) {
      const sessionId = await newSession(store);
      const attempts = Array.from({ length: 10 }, (_, index) =>
        store.append(sessionId, [say(`try ${index}`)], { expectedSeq: 0 }),
      );
      expect(await outcomes(attempts)).toEqual({ won: 1, lost: 9 });
      expect(await readTexts(store, sessionId)).toHaveLength(1);
    },
    async 'a record in the expected epoch succeeds, in another one it conflicts'({ store }) {
      const sessionId = await newSession(store);
      expect((await store.getSession(sessionId)).epoch).toBe(0);
      await store.appendRecord(sessionId, compaction(1), { expectedEpoch: 0 });
      expect((await store.getSession(sessionId)).epoch).toBe(1);
      await expectError(
        store.appendRecord(sessionId, compaction(2), { expectedEpoch: 0 }),
        StoreConflictError.isInstance,
      );
      await store.appendRecord(sessionId, compaction(2), { expectedEpoch: 1 });
      expect((await store.getSession(sessionId)).epoch).toBe(2);
    },
    async 'a compaction that was decided before a rewind conflicts, and the other way round'({
      store,
    }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a'), say('b')]);
      await store.appendRecord(sessionId, rewind(1, 1), { expectedEpoch: 0 });
      for (const late of [compaction(1), rewind(1, 0)]) {
        await expectError(
          store.appendRecord(sessionId, late, { expectedEpoch: 0 }),
          StoreConflictError.isInstance,
        );
      }
      await store.appendRecord(sessionId, compaction(2), { expectedEpoch: 1 });
      expect((await store.getSession(sessionId)).epoch).toBe(2);
    },
    async 'of many compactions of one epoch, one succeeds'({ store }) {
      const sessionId = await newSession(store);
      const attempts = Array.from({ length: 10 }, () =>
        store.appendRecord(sessionId, compaction(1), { expectedEpoch: 0 }),
      );
      expect(await outcomes(attempts)).toEqual({ won: 1, lost: 9 });
    },
    async 'records other than compactions leave the epoch'({ store }) {
      const sessionId = await newSession(store);
      await store.appendRecord(sessionId, compaction(3));
      await store.appendRecord(sessionId, { type: 'pin', seq: 0, pinned: true });
      await store.append(sessionId, [say('a')]);
      expect((await store.getSession(sessionId)).epoch).toBe(3);
    },
  },
  shared: {
    async 'hold between two open stores'({ store, openAnother }) {
      const sessionId = await newSession(store);
      const other = await openAnother();
      for (let seq = 0; seq < 5; seq++) {
        const attempts = [store, other, store, other].map((each, index) =>
          each.append(sessionId, [say(`round ${seq}, try ${index}`)], { expectedSeq: seq }),
        );
        expect(await outcomes(attempts)).toEqual({ won: 1, lost: 3 });
      }
      const records = [store, other].map((each) =>
        each.appendRecord(sessionId, compaction(1), { expectedEpoch: 0 }),
      );
      expect(await outcomes(records)).toEqual({ won: 1, lost: 1 });
    },
  },
};

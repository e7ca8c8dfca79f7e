import assert from 'node:assert/strict';

import { type SessionRecord, type StoredRecord } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectSame } from '../expectations/expect-same.js';
import { compaction, sampleSnapshot } from '../samples/sample-records.js';
import { collect, newSession, readTexts, say } from '../samples/samples.js';

const usage = (inputTokens: number): SessionRecord => ({
  type: 'usage',
  usage: { inputTokens, outputTokens: 1 },
  total: { inputTokens, outputTokens: 1 },
  epoch: 0,
});

/** The record before the store numbered it. */
function withoutPlace(stored: StoredRecord): object {
  const { recordSeq, recordedAt, ...record } = stored;
  assert.ok(recordSeq >= 0 && recordedAt !== '');
  return record;
}

/** The second log: numbered on its own, read by range and by type. */
export const recordContract: ContractGroup = {
  name: 'records',
  cases: {
    async 'are numbered from 0 and come back as they were'({ store }) {
      const sessionId = await newSession(store);
      const records: SessionRecord[] = [
        compaction(1, sampleSnapshot),
        usage(7),
        { type: 'note', name: 'any', value: { $type: 'media', deep: [{ a: null }], t: 'x\0y' } },
        { type: 'injection', epoch: 1, afterSeq: 0, text: 'line\nline\u2028"' },
      ];
      const stored: StoredRecord[] = [];
      for (const record of records) stored.push(await store.appendRecord(sessionId, record));
      expect(stored.map((record) => record.recordSeq)).toEqual([0, 1, 2, 3]);
      for (const record of stored) expect(record.recordedAt).toMatch(/^\d{4}-.*Z$/);
      const read = await collect(store.readRecords(sessionId));
      expectSame(read, stored);
      expectSame(read.map(withoutPlace), records);
    },
    async 'are selected by type, range, limit and direction'({ store }) {
      const sessionId = await newSession(store);
      for (let epoch = 1; epoch <= 5; epoch++) {
        await store.appendRecord(sessionId, compaction(epoch));
        await store.appendRecord(sessionId, usage(epoch));
      }
      const seqs = async (options: Parameters<typeof store.readRecords>[1]): Promise<number[]> =>
        (await collect(store.readRecords(sessionId, options))).map((record) => record.recordSeq);
      expect(await seqs({ type: 'compaction' })).toEqual([0, 2, 4, 6, 8]);
      expect(await seqs({ type: 'compaction', reverse: true, limit: 1 })).toEqual([8]);
      expect(await seqs({ type: 'usage', from: 2, to: 7, limit: 2 })).toEqual([3, 5]);
      expect(await seqs({ from: 8 })).toEqual([8, 9]);
      expect(await seqs({ reverse: true, to: 1 })).toEqual([1, 0]);
      expect(await seqs({ type: 'fork' })).toEqual([]);
      expect(await seqs({ limit: 0 })).toEqual([]);
    },
    async 'are a log of their own'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a')]);
      const record = await store.appendRecord(sessionId, usage(1));
      const [entry] = await store.append(sessionId, [say('b')]);
      expect([record.recordSeq, entry?.seq]).toEqual([0, 1]);
      expect(await readTexts(store, sessionId)).toEqual(['a', 'b']);
      expect((await store.getSession(sessionId)).entryCount).toBe(2);
    },
    async 'move the time of the session'({ store }) {
      const sessionId = await newSession(store);
      const before = await store.getSession(sessionId);
      await store.appendRecord(sessionId, usage(1));
      expect((await store.getSession(sessionId)).updatedAt > before.updatedAt).toBe(true);
    },
    async 'appended at once are numbered without gaps'({ store }) {
      const sessionId = await newSession(store);
      const stored = await Promise.all(
        Array.from({ length: 30 }, (_, index) => store.appendRecord(sessionId, usage(index))),
      );
      const read = await collect(store.readRecords(sessionId));
      expect(read.map((record) => record.recordSeq)).toEqual(stored.map((_, index) => index));
      for (const record of stored) expectSame(read[record.recordSeq], record);
    },
  },
};

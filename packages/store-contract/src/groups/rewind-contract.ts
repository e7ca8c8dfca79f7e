import type { Store } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { compaction, rewind } from '../samples/sample-records.js';
import { collect, newSession, readTexts, say } from '../samples/samples.js';

/** A session whose entries are `needle 0`, `needle 1` and so on. */
async function needles(store: Store, count: number): Promise<string> {
  const sessionId = await newSession(store);
  const lines = Array.from({ length: count }, (_, index) => say(`needle ${index}`));
  await store.append(sessionId, lines);
  return sessionId;
}

async function found(store: Store, options: Parameters<Store['search']>[1]): Promise<number[]> {
  const hits = await store.search('needle', { limit: 100, ...options });
  return hits.map((hit) => hit.seq).toSorted((left, right) => left - right);
}

/**
 * Entries that the user withdrew stay in the log, begin an epoch, and are found only when asked
 * for.
 */
export const rewindContract: ContractGroup = {
  name: 'rewinds',
  cases: {
    async 'begin an epoch, as every record with a previous epoch does'({ store }) {
      const sessionId = await needles(store, 3);
      await store.appendRecord(sessionId, compaction(1));
      await store.appendRecord(sessionId, rewind(2, 1));
      expect((await store.getSession(sessionId)).epoch).toBe(2);
      await store.appendRecord(sessionId, compaction(3));
      expect((await store.getSession(sessionId)).epoch).toBe(3);
    },
    async 'reach to the newest entry unless they say otherwise, and come back so'({ store }) {
      const sessionId = await needles(store, 4);
      const whole = await store.appendRecord(sessionId, rewind(1, 2));
      expect(whole).toMatchObject({ type: 'rewind', fromSeq: 2, throughSeq: 3 });
      const short = await store.appendRecord(sessionId, { ...rewind(2, 0), throughSeq: 0 });
      expect(short).toMatchObject({ fromSeq: 0, throughSeq: 0 });
      expect(await collect(store.readRecords(sessionId, { type: 'rewind' }))).toEqual([
        whole,
        short,
      ]);
    },
    async 'remove nothing from the log'({ store }) {
      const sessionId = await needles(store, 3);
      await store.appendRecord(sessionId, rewind(1, 0));
      await store.append(sessionId, [say('after')]);
      expect(await readTexts(store, sessionId)).toEqual([
        'needle 0',
        'needle 1',
        'needle 2',
        'after',
      ]);
      expect((await store.getSession(sessionId)).entryCount).toBe(4);
    },
    async 'hide entries from search, unless withdrawn ones are asked for'({ store }) {
      const sessionId = await needles(store, 6);
      const other = await needles(store, 2);
      expect(await found(store, { sessionId })).toEqual([0, 1, 2, 3, 4, 5]);
      await store.appendRecord(sessionId, rewind(1, 4));
      await store.append(sessionId, [say('a new needle'), say('a newer needle')]);
      expect(await found(store, { sessionId })).toEqual([0, 1, 2, 3, 6, 7]);
      await store.appendRecord(sessionId, rewind(2, 2));
      await store.append(sessionId, [say('the last needle')]);
      expect(await found(store, { sessionId })).toEqual([0, 1, 8]);
      expect(await found(store, {})).toEqual([0, 0, 1, 1, 8]);
      expect(await found(store, { sessionId, throughSeq: 5 })).toEqual([0, 1]);
      expect(await found(store, { sessionId, withdrawn: true })).toHaveLength(9);
      expect(await found(store, { sessionId: other })).toEqual([0, 1]);
    },
    async 'leave room among the hits for what is not withdrawn'({ store }) {
      const sessionId = await needles(store, 40);
      await store.appendRecord(sessionId, rewind(1, 2));
      expect(await found(store, { sessionId, limit: 2 })).toEqual([0, 1]);
    },
  },
  durable: {
    async 'hold in a store that is opened anew'({ store, reopen }) {
      const sessionId = await needles(store, 4);
      await store.appendRecord(sessionId, rewind(1, 1));
      const again = await reopen();
      expect(await found(again, { sessionId })).toEqual([0]);
      expect((await again.getSession(sessionId)).epoch).toBe(1);
    },
  },
};

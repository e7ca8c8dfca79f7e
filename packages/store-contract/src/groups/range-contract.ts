import type { ReadOptions, Store } from '@everlong/core';
import { selectSeqs } from '@everlong/core/store-kit';
import fc from 'fast-check';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { collect, newSession, readTexts, say, texts } from '../samples/samples.js';

const bound = fc.integer({ min: -2, max: 14 });

/** Any selection from a log of about ten. */
const selection = fc.record(
  { from: bound, to: bound, limit: fc.integer({ min: 0, max: 14 }), reverse: fc.boolean() },
  { requiredKeys: [] },
);

async function readSeqs(store: Store, sessionId: string, options?: ReadOptions): Promise<number[]> {
  return (await collect(store.read(sessionId, options))).map((entry) => entry.seq);
}

/** `from`, `to`, `limit` and `reverse` of `read`. */
export const rangeContract: ContractGroup = {
  name: 'ranges',
  cases: {
    async 'give exactly the entries asked for, in the order asked for'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, texts(10));
      await fc.assert(
        fc.asyncProperty(selection, async (options) => {
          expect(await readSeqs(store, sessionId, options)).toEqual([...selectSeqs(10, options)]);
        }),
        { numRuns: 60 },
      );
    },
    async 'of an empty session are empty'({ store }) {
      const sessionId = await newSession(store);
      expect(await readSeqs(store, sessionId)).toEqual([]);
      expect(await readSeqs(store, sessionId, { reverse: true, limit: 5 })).toEqual([]);
    },
    async 'include both ends'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, texts(10));
      expect(await readSeqs(store, sessionId, { from: 3, to: 5 })).toEqual([3, 4, 5]);
      expect(await readSeqs(store, sessionId, { from: 9, to: 9 })).toEqual([9]);
      expect(await readSeqs(store, sessionId, { from: 10 })).toEqual([]);
    },
    async 'work in a long session, from either end'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, texts(1500));
      expect(await readSeqs(store, sessionId, { reverse: true, limit: 3 })).toEqual([
        1499, 1498, 1497,
      ]);
      expect(await readSeqs(store, sessionId, { from: 700, limit: 2 })).toEqual([700, 701]);
      expect(await readSeqs(store, sessionId)).toHaveLength(1500);
      expect(await readSeqs(store, sessionId, { reverse: true })).toHaveLength(1500);
    },
    async 'can be left early, and written to meanwhile'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, texts(300));
      const seen: number[] = [];
      for await (const entry of store.read(sessionId)) {
        seen.push(entry.seq);
        if (seen.length < 5) await store.append(sessionId, [say(`while reading ${entry.seq}`)]);
        if (seen.length === 200) break;
      }
      expect(seen).toEqual([...selectSeqs(200)]);
      expect(await readTexts(store, sessionId)).toHaveLength(304);
    },
  },
};

import { expect, it } from 'vitest';

import { createCountingStore } from '../../test/support/counting-store.js';
import { findCompaction, newestUpTo } from './find-compaction.js';

const COMPACTIONS = 500;

/** A log in which each third record is a compaction, and every fifth epoch began with a rewind. */
async function longLog() {
  const { store, read } = createCountingStore();
  const { id } = await store.createSession({ agent: 'a' });
  await store.append(id, [{ message: { role: 'user', content: 'hello' } }]);
  const createdAt = new Date(0).toISOString();
  for (let epoch = 1; epoch <= COMPACTIONS; epoch++) {
    const began = { epoch, previousEpoch: epoch - 1, reason: 'a test' };
    await store.appendRecord(
      id,
      epoch % 5 === 0
        ? { type: 'rewind', ...began, fromSeq: 1 }
        : { type: 'compaction', ...began, kind: 'trim', throughSeq: 0, ranges: [], createdAt },
    );
    for (const pinned of [true, false])
      await store.appendRecord(id, { type: 'pin', seq: 0, pinned });
  }
  return { store, id, read };
}

it('finds the compaction of each epoch in few reads', async () => {
  const { store, id, read } = await longLog();
  for (let epoch = 1; epoch <= COMPACTIONS; epoch++) {
    read.records = 0;
    const found = await findCompaction(store, id, epoch);
    expect(found?.epoch).toBe(epoch % 5 === 0 ? undefined : epoch);
    expect(read.records).toBeLessThanOrEqual(4 + Math.log2(3 * COMPACTIONS) + 1);
  }
  expect(await findCompaction(store, id, COMPACTIONS + 1)).toBeUndefined();
  expect(await findCompaction(store, id, 0)).toBeUndefined();
  expect(await findCompaction(store, id, undefined)).toBeUndefined();
});

it('finds the newest compaction up to an epoch, among the records up to a place', async () => {
  const { store, id } = await longLog();
  expect((await newestUpTo(store, id, 10))?.epoch).toBe(9);
  expect((await newestUpTo(store, id, Infinity))?.epoch).toBe(499);
  expect((await newestUpTo(store, id, Infinity, 3 * 20))?.epoch).toBe(21);
  expect((await newestUpTo(store, id, 12, 3 * 20))?.epoch).toBe(12);
  expect(await newestUpTo(store, id, 0)).toBeUndefined();
});

import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import { createCountingStore } from '../support/counting-store.js';
import { exchange, openWatched, takeTurns, words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const compacting = policyNames.filter((name) => !['full', 'newest'].includes(name));

it.each(compacting)('%s: an undone compaction leaves no trace in the request', async (policy) => {
  const options = { policy, contextWindow: 30_000 };
  const { session, store } = await openWatched(options);
  await takeTurns(session, { to: 10, tokens: 100 });
  await session.append(user('and now?'));
  const before = await session.prepare();
  expect((await session.compact()).compacted).toBe(true);
  const undone = await session.undoCompaction();
  expect(undone).toMatchObject({
    compacted: true,
    reason: 'the compaction of epoch 1 was undone',
    epoch: 2,
    tokensAfter: before.state.used.total,
  });
  const after = await session.prepare();
  expect(after.messages).toEqual(before.messages);
  expect(after.plan.ranges.map(({ from, to }) => [from, to])).toEqual(
    before.plan.ranges.map(({ from, to }) => [from, to]),
  );
  if (policy === 'cowagent') return;
  const again = await openSession({ store, id: session.id, ...options });
  expect((await again.prepare()).messages).toEqual(before.messages);
  const forked = await session.fork();
  expect((await forked.prepare()).messages).toEqual(before.messages);
});

it('what came after the compaction stays, and the snapshot before it is sent again', async () => {
  const { session } = await openWatched({ contextWindow: 30_000 });
  await takeTurns(session, { to: 10, tokens: 100 });
  await session.compact();
  await takeTurns(session, { from: 10, to: 20, tokens: 100 });
  const before = await session.prepare();
  await session.compact();
  await session.append([...exchange('call-1'), assistant('done'), user('and now?')]);
  await session.undoCompaction();
  const after = await session.prepare();
  expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
  expect(after.messages.slice(before.messages.length)).toHaveLength(4);
  expect(after.state.lastCompaction?.snapshots).toBe(1);
});

it('undoes one compaction after the other, and those made after an undo', async () => {
  const { session } = await openWatched({ contextWindow: 30_000 });
  await takeTurns(session, { to: 10, tokens: 100 });
  await session.compact();
  await takeTurns(session, { from: 10, to: 20, tokens: 100 });
  await session.append(user('and now?'));
  await session.compact();
  expect((await session.undoCompaction()).reason).toContain('epoch 2');
  expect((await session.undoCompaction()).reason).toContain('epoch 1');
  expect((await session.prepare()).messages).toHaveLength(41);
  const nothing = { compacted: false, reason: 'there is no compaction to undo', epoch: 4 };
  expect(await session.undoCompaction()).toMatchObject(nothing);
  await session.compact();
  expect((await session.undoCompaction()).reason).toContain('epoch 5');
  expect(await session.undoCompaction()).toMatchObject({ ...nothing, epoch: 6 });
});

it('is refused where what was sent before no longer fits, and changes nothing', async () => {
  const { session, records } = await openWatched({ contextWindow: 4000 });
  await takeTurns(session, { to: 30, tokens: 200 });
  await session.append([user(words('a long question', 800)), assistant(words('an answer', 800))]);
  const before = await records('compaction');
  expect(before.length).toBeGreaterThan(0);
  await expect(session.undoCompaction()).rejects.toThrow(
    /cannot be undone: the request would have \d+ tokens, and \d+ tokens fit\. Open/,
  );
  expect(await records('compaction')).toEqual(before);
});

it('brings nothing back that the user cleared', async () => {
  const { session } = await openWatched({ contextWindow: 30_000 });
  await takeTurns(session, { to: 10, tokens: 100 });
  await session.clear();
  const { compacted, reason } = await session.undoCompaction();
  expect(compacted).toBe(false);
  expect(reason).toContain('cleared');
  await takeTurns(session, { from: 10, to: 20, tokens: 100 });
  await session.compact();
  expect((await session.undoCompaction()).compacted).toBe(true);
  expect(JSON.stringify((await session.prepare()).messages)).not.toContain('question 3 ');
  expect((await session.undoCompaction()).reason).toContain('cleared');
});

it('explains requests of each epoch as they were', async () => {
  const { session } = await openWatched({ contextWindow: 30_000 });
  await takeTurns(session, { to: 10, tokens: 100 });
  await session.compact();
  const compacted = await session.prepare();
  await session.append(assistant('answered'));
  await session.undoCompaction();
  await session.append(user('next'));
  const restored = await session.prepare();
  await session.append(assistant('answered again'));
  expect((await session.explain({ atSeq: 20 })).messages).toEqual(compacted.messages);
  expect((await session.explain({ atSeq: 22 })).messages).toEqual(restored.messages);
});

it('instructions in the log that the user withdrew are not instructions again', async () => {
  const { session } = await openWatched({ contextWindow: 4000 });
  await session.prepare({ instructions: 'Be brief.' });
  await session.prepare({ instructions: 'Be careful.' });
  await session.append([
    { role: 'system', content: 'Answer in English.' },
    { role: 'system', content: 'Answer in French.' },
    user('hello'),
  ]);
  await session.rewind(0);
  expect((await session.undoCompaction()).compacted).toBe(true);
  await session.append(user('hello again'));
  const { plan, instructions } = await session.prepare({ instructions: 'Be careful.' });
  expect(instructions).not.toContain('French');
  expect(plan.ranges.map(({ from, to, disposition }) => [from, to, disposition])).toEqual([
    [0, 0, 'verbatim'],
    [1, 2, 'withdrawn'],
    [3, 3, 'verbatim'],
  ]);
});

it('undoes one compaction after the other in few reads each, however many there were', async () => {
  const few = await recordsReadToUndo(25);
  const many = await recordsReadToUndo(100);
  expect(many).toBeGreaterThan(4 * 25);
  expect(many).toBeLessThan(6 * few);
});

/** How many records are read to undo so many compactions, all of them. */
async function recordsReadToUndo(compactions: number): Promise<number> {
  const { store, read } = createCountingStore();
  const { session } = await openWatched({ store, contextWindow: 30_000 });
  await session.append([user('one'), assistant('two')]);
  const kept = { disposition: 'verbatim', reason: 'kept', tokens: 2 } as const;
  for (let epoch = 1; epoch <= compactions; epoch++) {
    await store.appendRecord(session.id, {
      type: 'compaction',
      epoch,
      previousEpoch: epoch - 1,
      kind: 'trim',
      throughSeq: 1,
      ranges: [{ from: 0, to: 1, ...kept }],
      reason: 'a test',
      createdAt: new Date(0).toISOString(),
    });
  }
  await session.prepare();
  read.records = 0;
  for (let undone = compactions; undone > 0; undone--) {
    const { reason } = await session.undoCompaction();
    expect(reason).toBe(`the compaction of epoch ${undone} was undone`);
  }
  expect((await session.undoCompaction()).compacted).toBe(false);
  return read.records;
}

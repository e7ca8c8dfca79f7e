import type { SummarizeInput, SummarizeResult, Summarizer } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { describe, expect, it } from 'vitest';

import { exchange, openWatched, takeTurns } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

/** A summarizer that takes as long as the test wants. */
function slowSummarizer() {
  const calls: (() => void)[] = [];
  const summarizer: Summarizer = {
    name: 'slow',
    usesModel: true,
    summarize: (input: SummarizeInput) =>
      new Promise<SummarizeResult>((resolve) => {
        calls.push(() => resolve(createExtractiveSummarizer().summarize(input)));
      }),
  };
  return { summarizer, calls };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const policy = 'supyagent';

describe('001, both checks happen after each user turn completes', () => {
  // promise: sessions-14
  it('without a model the snapshot is made at once, at 30 messages', async () => {
    const { session, records } = await openWatched({ policy });
    for (let turn = 0; turn < 15; turn++) {
      expect(await records('compaction')).toEqual([]);
      await takeTurns(session, { from: turn, to: turn + 1 });
      await session.endTurn();
    }
    expect(await records('compaction')).toMatchObject([
      { kind: 'snapshot', throughSeq: 29, reason: '30 messages since the last snapshot' },
    ]);
    await session.append(user('and now?'));
    const { messages, state } = await session.prepare();
    expect(messages).toHaveLength(1 + 6 + 1);
    expect(state.epoch).toBe(1);
  });

  // promise: sessions-14
  it('with a model it is made in the background, and there before the next turn', async () => {
    const { summarizer, calls } = slowSummarizer();
    const { session } = await openWatched({ policy, summarizer });
    await takeTurns(session, { to: 15 });
    expect((await session.endTurn()).willCompact).toBe(true);
    await settled();
    expect([calls.length, session.state().epoch]).toEqual([1, 0]);
    await session.endTurn();
    calls[0]?.();
    for (let wait = 0; wait < 20; wait++) await settled();
    expect(session.state()).toMatchObject({ epoch: 1, willCompact: false });
    await session.append(user('and now?'));
    expect((await session.prepare()).messages).toHaveLength(1 + 6 + 1);
    expect(calls).toHaveLength(1);
  });

  it('a user who is quicker waits for the snapshot that is under way, not for another one', async () => {
    const { summarizer, calls } = slowSummarizer();
    const { session } = await openWatched({ policy, summarizer });
    await takeTurns(session, { to: 15 });
    await session.endTurn();
    await session.append(user('and now?'));
    const waiting = session.prepare();
    await settled();
    calls[0]?.();
    expect((await waiting).messages).toHaveLength(1 + 6 + 1);
    expect(calls).toHaveLength(1);
  });

  it('whoever is about to close the session can wait for it', async () => {
    const { summarizer, calls } = slowSummarizer();
    const { session, records } = await openWatched({ policy, summarizer });
    await takeTurns(session, { to: 15 });
    await session.endTurn();
    const waiting = session.endTurn({ wait: true });
    await settled();
    calls[0]?.();
    expect(await waiting).toMatchObject({ epoch: 1, willCompact: false });
    expect(await session.endTurn({ wait: true })).toMatchObject({ epoch: 1 });
    await session.close();
    expect(await records('compaction')).toMatchObject([{ kind: 'snapshot', throughSeq: 29 }]);
    expect(calls).toHaveLength(1);
  });

  it('waiting ends with the session, and leaves nothing half done', async () => {
    const { summarizer } = slowSummarizer();
    const { session, records } = await openWatched({ policy, summarizer });
    await takeTurns(session, { to: 15 });
    const waiting = session.endTurn({ wait: true });
    await settled();
    await session.close();
    expect(await waiting).toMatchObject({ epoch: 0 });
    expect(await records('compaction')).toEqual([]);
  });

  it('decides nothing within a turn, before the first request, or twice', async () => {
    const { session, records } = await openWatched({ policy });
    await session.append(
      Array.from({ length: 20 }, (_, turn) => [user(`q ${turn}`), assistant('a')]).flat(),
    );
    await session.endTurn();
    await takeTurns(session, { to: 1 });
    await session.append([user('go on'), ...exchange('call-1').slice(0, 1)]);
    const before = (await records('compaction')).length;
    await session.endTurn();
    await session.append(exchange('call-1').slice(1));
    await session.endTurn();
    expect(await records('compaction')).toHaveLength(before);
    await session.append(assistant('done'));
    await takeTurns(session, { to: 15 });
    await session.endTurn();
    const after = (await records('compaction')).length;
    await session.endTurn();
    expect(await records('compaction')).toHaveLength(after);
  });
});

import { createMemoryStore, type Store, type Summarizer } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import { user } from '../support/conversation.js';

const words = 'word '.repeat(200);

/** A summarizer that answers the first calls never, deaf to their signals. */
function deafSummarizer(usesModel: boolean, deafCalls = Infinity) {
  const extractive = createExtractiveSummarizer();
  let asked = (): void => {};
  const state = { calls: 0, asked: new Promise<void>((resolve) => (asked = resolve)) };
  const summarizer: Summarizer = {
    name: 'deaf',
    usesModel,
    summarize(input) {
      asked();
      return state.calls++ < deafCalls ? new Promise(() => {}) : extractive.summarize(input);
    },
  };
  return { state, summarizer };
}

/** A session whose next request needs a snapshot. */
async function fullSession(summarizer: Summarizer, options: Partial<SessionOptions> = {}) {
  const store = createMemoryStore();
  const budget = { responseReserve: 0 };
  const session = await openSession({
    store,
    tokenizer,
    summarizer,
    contextWindow: 6000,
    budget,
    ...options,
  });
  for (let turn = 0; turn < 20; turn++) {
    await session.append([user(`question ${turn} ${words}`)]);
    await session.append([{ role: 'assistant', content: `answer ${turn} ${words}` }]);
  }
  await session.append(user('and now?'));
  return { store, session };
}

async function recordTypes(store: Store, id: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of store.readRecords(id)) types.push(type);
  return types;
}

describe('a prepare that waits for a summarizer', () => {
  it('rejects with the reason of its signal, and leaves no half of an epoch', async () => {
    const { state, summarizer } = deafSummarizer(false, 1);
    const { store, session } = await fullSession(summarizer);
    const controller = new AbortController();
    const preparing = session.prepare({ abortSignal: controller.signal });
    const waiting = session.append(user('one more thing'));
    await state.asked;
    controller.abort(new Error('the user pressed Escape'));
    await expect(preparing).rejects.toThrow('the user pressed Escape');
    await waiting;
    expect(await recordTypes(store, session.id)).toEqual(['inputs']);

    const request = await session.prepare();
    expect(request.state).toMatchObject({ epoch: 1, lastCompaction: { kind: 'snapshot' } });
    expect(request.messages.at(-1)).toEqual(user('one more thing'));
    const reopened = await openSession({
      store,
      tokenizer,
      id: session.id,
      contextWindow: 6000,
      budget: { responseReserve: 0 },
    });
    expect((await reopened.prepare()).messages).toEqual(request.messages);
  });

  it('rejects before its turn comes, without having been begun', async () => {
    const { state, summarizer } = deafSummarizer(false);
    const { session } = await fullSession(summarizer);
    const blocking = session.prepare();
    const behind = session.prepare({ abortSignal: AbortSignal.timeout(10) });
    await expect(behind).rejects.toMatchObject({ name: 'TimeoutError' });
    await state.asked;
    const closed = session.close();
    await expect(blocking).rejects.toMatchObject({ name: 'AbortError' });
    await closed;
    expect(state.calls).toBe(1);
  });

  it('does not keep the session from closing, and loses nothing', async () => {
    const { state, summarizer } = deafSummarizer(false, 1);
    const { store, session } = await fullSession(summarizer);
    const preparing = session.prepare();
    const compacting = session.compact();
    const appended = session.append(user('do not lose me'));
    await state.asked;
    const outcomes = Promise.allSettled([preparing, compacting]);
    await session.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [entry] = await appended;
    const stored: string[] = [];
    for await (const { id } of store.read(session.id)) stored.push(id);
    expect(stored.at(-1)).toBe(entry?.id);
    expect(await recordTypes(store, session.id)).toEqual(['inputs']);
    expect((await session.prepare()).state.epoch).toBe(1);
  });

  it('lets go of a snapshot in the background, which goes on without it', async () => {
    const { state, summarizer } = deafSummarizer(true);
    const options = { policy: 'supyagent-sdk', contextWindow: 12_500 };
    const { session } = await fullSession(summarizer, options);
    expect((await session.prepare()).plan.decision.reason).toContain('a snapshot is being made');
    await session.append(user('word '.repeat(1800)));
    const blocked = session.prepare({ abortSignal: AbortSignal.timeout(10) });
    await expect(blocked).rejects.toMatchObject({ name: 'TimeoutError' });
    const ended = Promise.allSettled([session.prepare()]);
    await session.close();
    expect(await ended).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
    expect(state.calls).toBe(1);
  });

  it('compacts by hand until it is told to stop', async () => {
    const { state, summarizer } = deafSummarizer(true, 1);
    const { session } = await fullSession(summarizer);
    const controller = new AbortController();
    const compacting = session.compact({ abortSignal: controller.signal });
    await state.asked;
    controller.abort();
    await expect(compacting).rejects.toMatchObject({ name: 'AbortError' });
    await session.append(user('go on'));
    expect(session.state().spend?.unreportedCalls).toBe(1);
    expect(await session.compact()).toMatchObject({ compacted: true, epoch: 1 });
  });
});

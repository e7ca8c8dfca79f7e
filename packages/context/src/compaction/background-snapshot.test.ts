import {
  addUsage,
  createMemoryStore,
  type ModelMessage,
  type Snapshot,
  type Store,
  type StoredRecord,
  type SummarizeInput,
  type SummarizeResult,
  type Summarizer,
} from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import { quarters as tokenizer } from '@everlong/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createBackgroundSnapshot } from './background-snapshot.js';
import { openSession } from '../session/open-session.js';
import type { SessionOptions } from '../config/session-options.js';
import { SUMMARY_TIMEOUT_MS } from '../summarizing/summarize-entries.js';
import { user } from '../../test/support/conversation.js';

/** A token is four characters. */
const USAGE = { inputTokens: 900, outputTokens: 90 };

/** A summarizer whose answers come when the test says so. */
function slowSummarizer() {
  const calls: { input: SummarizeInput; answer(words?: number): void; fail(): void }[] = [];
  const summarizer: Summarizer = {
    name: 'slow',
    usesModel: true,
    summarize: (input) =>
      new Promise<SummarizeResult>((resolve, reject) => {
        calls.push({
          input,
          answer: (words = 0) => resolve({ snapshot: snapshotOf(input, words), usage: USAGE }),
          fail: () => reject(new Error('the model is down')),
        });
      }),
  };
  return { summarizer, calls };
}

function snapshotOf({ entries }: SummarizeInput, words: number): Snapshot {
  const last = entries.at(-1);
  return {
    text: `## Current State\n\n- ${entries.length} messages were read${' word'.repeat(words)}`,
    tokens: 20,
    throughSeq: last?.seq ?? -1,
    messagesCovered: entries.length,
    source: 'model',
    sections: {},
    ledger: [],
  };
}

/** About 200 tokens, with the user's message at the end. */
const turn = (number: number): ModelMessage[] => [
  { role: 'assistant', content: `answer ${number} ${'word '.repeat(80)}` },
  user(`question ${number} ${'word '.repeat(80)}`),
];

async function begin(options: Partial<SessionOptions> = {}) {
  const store = options.store ?? createMemoryStore();
  const { summarizer, calls } = slowSummarizer();
  const session = await openSession({
    store,
    tokenizer,
    summarizer,
    policy: 'supyagent-sdk',
    contextWindow: 6000,
    budget: { responseReserve: 0 },
    ...options,
  });
  await session.append(user('Let us begin.'));
  let turns = 0;
  /** Talks until a snapshot is asked for. */
  const talkUntilAsked = async (): Promise<void> => {
    for (const before = calls.length; calls.length === before;) {
      await session.append(turn(turns++));
      await session.prepare();
      await settled();
    }
  };
  return { store, session, calls, talkUntilAsked, say: () => session.append(turn(turns++)) };
}

async function recordsOf(store: Store, id: string): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(id)) records.push(record);
  return records;
}

/** Lets everything happen that is waiting for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

describe('a snapshot in the background', () => {
  it('takes no room from the newest message where a smaller limit was learned meanwhile', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    await session.recover(new Error('prompt is too long: 9999 tokens > 1000 maximum'));
    await session.append({ role: 'assistant', content: 'word '.repeat(96) });
    calls[0]?.answer(190);
    await settled();
    const request = session.prepare();
    await expect.poll(() => calls).toHaveLength(2);
    calls[1]?.answer();
    const { plan, state } = await request;
    expect(state.inputBudget).toBeLessThan(1000);
    expect(plan.ranges.at(-1)?.disposition).toBe('verbatim');
    const records = await recordsOf(store, session.id);
    expect(records).toContainEqual(
      expect.objectContaining({
        type: 'attempt',
        reason: expect.stringContaining('made for a larger limit') as string,
        usage: USAGE,
      }),
    );
  });

  it('is begun at the soft threshold while requests go on, and then covers what it read', async () => {
    const { session, calls, talkUntilAsked, say } = await begin();
    await talkUntilAsked();
    const asked = await session.prepare();
    expect(asked.state).toMatchObject({ epoch: 0, level: 'soft', willCompact: true });
    expect(asked.plan.decision.reason).toContain('a snapshot is being made');
    await say();
    const meanwhile = await session.prepare();
    expect(meanwhile.messages.slice(0, asked.messages.length)).toEqual(asked.messages);
    expect(calls).toHaveLength(1);

    calls[0]?.answer();
    await settled();
    const after = await session.prepare();
    expect(after.state.epoch).toBe(1);
    expect(after.state.spend).toEqual(USAGE);
    const covered = calls[0]?.input.entries.at(-1)?.seq ?? -1;
    expect(after.plan.explain(covered)?.disposition).toBe('summarized');
    expect(after.plan.explain(covered + 1)?.disposition).toBe('verbatim');
    expect(after.messages.slice(1)).toEqual(meanwhile.messages.slice(covered + 1));
  });

  it('is waited for at the hard threshold, and asked for once', async () => {
    const { session, calls, talkUntilAsked, say } = await begin();
    await talkUntilAsked();
    while (session.state().level !== 'hard') await say();
    let isReady = false;
    const request = session.prepare().then((prepared) => {
      isReady = true;
      return prepared;
    });
    await settled();
    expect(isReady).toBe(false);
    calls[0]?.answer();
    expect((await request).state).toMatchObject({ epoch: 1, level: 'normal' });
    expect(calls).toHaveLength(1);
  });

  it('gives way to one without a model when its model fails', async () => {
    const { session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    calls[0]?.fail();
    await settled();
    const { state } = await session.prepare();
    expect(state).toMatchObject({ epoch: 1, lastCompaction: { kind: 'snapshot' } });
  });

  it('stops nobody when its model never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { session, calls, talkUntilAsked, say } = await begin();
    await talkUntilAsked();
    while (session.state().level !== 'hard') await say();
    const request = session.prepare();
    await settled();
    await vi.advanceTimersByTimeAsync(SUMMARY_TIMEOUT_MS);
    expect((await request).state.epoch).toBe(1);
    expect(calls[0]?.input.signal?.aborted).toBe(true);
  });

  it('is given up when another process compacted meanwhile; what it cost is booked', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    const other = await openSession({
      store,
      tokenizer,
      id: session.id,
      policy: 'supyagent-sdk',
      contextWindow: 6000,
      budget: { responseReserve: 0 },
    });
    expect((await other.compact()).compacted).toBe(true);
    calls[0]?.answer();
    await settled();
    const { state } = await session.prepare();
    expect(state).toMatchObject({ epoch: 1, spend: USAGE });
    const attempts = (await recordsOf(store, session.id)).filter(({ type }) => type === 'attempt');
    expect(attempts).toMatchObject([
      { epoch: 1, reason: expect.stringContaining('another compaction came first') as string },
    ]);
  });

  it('is cancelled when the session is closed or compacted by hand', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    const byHand = session.compact();
    await settled();
    expect(calls[0]?.input.signal?.aborted).toBe(true);
    calls[1]?.answer();
    expect((await byHand).compacted).toBe(true);
    const stopped = { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 };
    expect(session.state().spend).toEqual(addUsage(USAGE, stopped));
    await talkUntilAsked();
    await session.close();
    expect(session.state().spend?.unreportedCalls).toBe(2);
    expect(calls[2]?.input.signal?.aborted).toBe(true);
    const before = await recordsOf(store, session.id);
    calls[2]?.answer();
    await settled();
    expect(await recordsOf(store, session.id)).toEqual(before);
  });

  it('is booked without waiting for a hook when the session is closed', async () => {
    // No time passes: the hook is never given up.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hooks = { onBeforeCompaction: () => new Promise<void>(() => {}) };
    const { session, calls, talkUntilAsked } = await begin({ hooks });
    await talkUntilAsked();
    calls[0]?.answer();
    await settled();
    await session.close();
    expect(session.state()).toMatchObject({ epoch: 0, spend: USAGE });
  });

  it('counts as a call that nobody reported when the user rewinds meanwhile', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    await session.rewind(0);
    expect(calls[0]?.input.signal?.aborted).toBe(true);
    expect(session.state().spend).toMatchObject({ inputTokens: 0, unreportedCalls: 1 });
    const attempts = (await recordsOf(store, session.id)).filter(({ type }) => type === 'attempt');
    expect(attempts).toMatchObject([
      { reason: expect.stringContaining('rewound') as string, usage: { unreportedCalls: 1 } },
    ]);
  });

  it('is given up when a message came that leaves no room for it', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    await session.append(user('much '.repeat(4780)));
    calls[0]?.answer();
    await settled();
    const request = session.prepare();
    await settled();
    calls[1]?.answer();
    const { state, messages } = await request;
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(messages.at(-1)?.content).toContain('much much');
    const attempts = (await recordsOf(store, session.id)).filter(({ type }) => type === 'attempt');
    expect(attempts).toMatchObject([
      { reason: expect.stringContaining('leaves no room for it') as string, usage: USAGE },
    ]);
  });

  it('is booked when a compaction by hand comes before it is put to use', async () => {
    const memory = createMemoryStore();
    let gate = Promise.resolve();
    const store: Store = {
      ...memory,
      append: async (...given) => gate.then(() => memory.append(...given)),
    };
    const { session, calls, say, talkUntilAsked } = await begin({ store });
    await talkUntilAsked();
    let open = (): void => {};
    gate = new Promise((resolve) => (open = resolve));
    const waiting = [say(), session.compact()];
    calls[0]?.answer();
    await settled();
    open();
    await settled();
    calls[1]?.answer();
    await Promise.all(waiting);
    expect(calls).toHaveLength(2);
    expect(session.state()).toMatchObject({ epoch: 1, spend: addUsage(USAGE, USAGE) });
  });

  it('is not begun where snapshots are made by hand only', async () => {
    const budget = { responseReserve: 0, autoSummarize: false };
    const { session, calls, say } = await begin({ budget });
    for (let turns = 0; turns < 40; turns++) {
      await say();
      const { plan, state } = await session.prepare();
      expect(plan.decision.reason).not.toContain('a snapshot is being made');
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    expect(calls).toHaveLength(0);
    expect(session.state().epoch).toBeGreaterThan(0);
  });

  it('changes nothing for a session opened elsewhere until it is there', async () => {
    const { store, session, calls, talkUntilAsked } = await begin();
    await talkUntilAsked();
    const options = { store, tokenizer, id: session.id, policy: 'supyagent-sdk' } as const;
    const window = { contextWindow: 6000, budget: { responseReserve: 0 } };
    const elsewhere = await openSession({ ...options, ...window });
    const here = await session.prepare();
    expect((await elsewhere.prepare()).messages).toEqual(here.messages);
    calls[0]?.answer();
    await settled();
    expect((await elsewhere.prepare()).messages).toEqual((await session.prepare()).messages);
  });
});

describe('createBackgroundSnapshot', () => {
  const decision = { action: 'snapshot', firstKept: 1, maxTokens: 100, reason: 'asked' } as const;
  const others = {
    alsoKeepSeqs: new Map<number, string>(),
    alsoMaskSeqs: new Set<number>(),
    inputBudget: 1000,
  };
  const ahead = { epoch: 3, firstMaskedSeq: 5, firstKeptSeq: 5, ...others, decision };

  it('makes one at a time, and hands it over once', async () => {
    let done = 0;
    const background = createBackgroundSnapshot(() => void done++);
    const make = vi.fn<() => Promise<undefined>>(async () => undefined);
    background.start(ahead, make);
    background.start(ahead, make);
    const taken = background.take();
    expect(background.take()).toBeUndefined();
    expect(await taken).toEqual({ ...ahead, next: undefined });
    expect(make).toHaveBeenCalledTimes(1);
    expect(done).toBe(0);
  });

  it('makes no more in an epoch in which two could not be used', async () => {
    const background = createBackgroundSnapshot(() => {});
    const make = vi.fn<() => Promise<undefined>>(() => Promise.reject(new Error('down')));
    for (let attempt = 0; attempt < 5; attempt++) {
      background.start(ahead, make);
      if ((await background.take()) !== undefined) background.failed(ahead.epoch);
    }
    expect(make).toHaveBeenCalledTimes(2);
    background.start({ ...ahead, epoch: 4 }, make);
    expect(make).toHaveBeenCalledTimes(3);
  });

  it('hands over again what was given back, and what came of one that is cancelled', async () => {
    const background = createBackgroundSnapshot(() => {});
    background.start(ahead, async () => undefined);
    const taken = await background.take();
    if (taken === undefined) throw new Error('nothing was begun');
    background.giveBack(taken);
    expect(await background.take()).toBe(taken);

    background.start(ahead, async () => undefined);
    await settled();
    expect(await background.cancel()).toEqual({ ...ahead, next: undefined });
    const billed = { inputTokens: 0, outputTokens: 0, unreportedCalls: 1 };
    background.start(ahead, async (signal, onAborted) => {
      await untilAborted(new Promise(() => {}), signal).finally(() => onAborted(billed));
      return undefined;
    });
    expect(await background.cancel()).toEqual({ ...ahead, next: undefined, billed });
    expect(background.take()).toBeUndefined();
    expect(await background.cancel()).toBeUndefined();
  });
});

describe('a summarizer without a model', () => {
  it('waits for the hard threshold', async () => {
    const { summarizer, calls } = slowSummarizer();
    const { session, say } = await begin({ summarizer: { ...summarizer, usesModel: false } });
    while (session.state().level !== 'hard') {
      await say();
      if (session.state().level === 'hard') break;
      await session.prepare();
    }
    expect(calls).toHaveLength(0);
  });
});

import {
  createMemoryStore,
  type Snapshot,
  type Store,
  type SummarizeInput,
  type SummarizeResult,
  type Summarizer,
  type Usage,
} from '@everlong/core';
import { propertyRuns, quarters as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { PreparedRequest } from '../../src/request/describe-request.js';
import type { Session } from '../../src/session-work/session.js';

/** A token is four characters. */
/** Each answer is billed another sum, so that one that is booked twice or not at all shows. */
const billed = (process: number, call: number): Usage => ({
  inputTokens: 2 ** (2 * call + process),
  outputTokens: 0,
});

type Answer = 'good' | 'empty' | 'huge' | 'lying' | 'garbage' | 'throws';

interface Call {
  input: SummarizeInput;
  isOpen: boolean;
  answer(how: Answer): void;
}

/** A model whose answers come when the test says so, in any order, and are of any kind. */
function createModel(process: number) {
  const calls: Call[] = [];
  let bill = 0;
  let mostAtOnce = 0;
  const isRunning = (call: Call): boolean => call.isOpen && call.input.signal?.aborted !== true;
  const summarizer: Summarizer = {
    name: 'any',
    usesModel: true,
    summarize: (input) =>
      new Promise<SummarizeResult>((resolve, reject) => {
        const number = calls.length;
        const call: Call = {
          input,
          isOpen: true,
          answer(how) {
            if (!call.isOpen) return;
            const isHeard = isRunning(call);
            call.isOpen = false;
            if (how === 'throws') return reject(new Error('the model is down'));
            if (how === 'garbage') return resolve(undefined as unknown as SummarizeResult);
            if (isHeard) bill += billed(process, number).inputTokens;
            resolve({ snapshot: snapshotOf(input, how), usage: billed(process, number) });
          },
        };
        calls.push(call);
        mostAtOnce = Math.max(mostAtOnce, calls.filter(isRunning).length);
      }),
  };
  return {
    summarizer,
    running: () => calls.filter(isRunning),
    bill: () => bill,
    mostAtOnce: () => mostAtOnce,
  };
}

function snapshotOf({ entries }: SummarizeInput, how: Answer): Snapshot {
  const text = `## Current State\n\n- ${entries.length} messages were read`;
  return {
    text: how === 'huge' ? text.repeat(10_000) : how === 'empty' ? '' : text,
    tokens: how === 'lying' ? -1 : 20,
    throughSeq: how === 'lying' ? 1_000_000 : (entries.at(-1)?.seq ?? -1),
    messagesCovered: how === 'lying' ? -7 : entries.length,
    source: 'model',
    sections: {},
    ledger: [],
  };
}

type Step =
  | { do: 'say'; words: number }
  | { do: 'prepare' | 'compact' | 'usage' | 'pin' | 'reopen'; who: 0 | 1 }
  | { do: 'rewind'; who: 0 | 1; messages: number }
  | { do: 'answer'; who: 0 | 1; how: Answer };

const who = fc.constantFrom(0 as const, 0 as const, 1 as const);
const how = fc.constantFrom<Answer>('good', 'empty', 'huge', 'lying', 'garbage', 'throws');
const words = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 20, max: 120 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 2000 }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), words }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('prepare' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), who, how }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rewind' as const),
      who,
      messages: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 200 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('compact', 'usage', 'pin', 'reopen'), who }),
  },
);

/** Lets everything happen that waits for nothing but the store. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 8; tick++) await new Promise((resolve) => setImmediate(resolve));
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Two processes at work on one session, each with a model that answers when it is told to. */
async function createWorld(policy: string) {
  const store: Store = createMemoryStore();
  const { id } = await store.createSession({ agent: 'default' });
  const models = [createModel(0), createModel(1)] as const;
  const open = (at: 0 | 1): Promise<Session> =>
    openSession({
      store,
      id,
      tokenizer,
      policy,
      summarizer: models[at].summarizer,
      contextWindow: 3000,
      budget: { responseReserve: 0 },
      hooks: {
        async onBeforeCompaction({ epoch }) {
          await settled();
          if (epoch % 2 === 1) throw new Error('the memory is full');
        },
      },
    });
  const sessions: [Session, Session] = [await open(0), await open(1)];
  const sent: string[] = [];
  const withdrawn = new Set<number>();
  const remaining = (): number[] => [...sent.keys()].filter((seq) => !withdrawn.has(seq));
  /** The last request of each process. */
  const last: (PreparedRequest | undefined)[] = [];
  /**
   * The request that the next answer is one to, and whether the other process withdrew what it
   * held.
   */
  let unanswered: { entries: number; isLate: boolean } | undefined;

  /** Waits for a call of a session; a model that it waits for answers. */
  async function finish<Result>(at: 0 | 1, call: Promise<Result>): Promise<Result> {
    let isOver = false;
    void call.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    for (let round = 0; ; round++) {
      await settled();
      if (isOver) return call;
      expect(round, 'a call that waits for nothing that could come').toBeLessThan(20);
      for (const running of models[at].running()) running.answer('good');
    }
  }

  function check(at: 0 | 1, request: PreparedRequest): void {
    const { state, messages, plan } = request;
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(messages.at(-1)?.role).toBe('user');
    const latest = remaining().findLast((seq) => seq % 2 === 0);
    if (latest !== undefined) {
      expect(messages.some(({ content }) => content === sent[latest])).toBe(true);
    }
    for (const seq of withdrawn) {
      expect(messages.some(({ content }) => content === sent[seq])).toBe(false);
      expect(plan.explain(seq)?.disposition).toBe('withdrawn');
    }
    const covered = plan.ranges.flatMap(({ from, to }) => [from, to]);
    expect(covered[0]).toBe(0);
    expect(covered.at(-1)).toBe(sent.length - 1);
    const before = last[at];
    if (before?.state.epoch === state.epoch) {
      expect(messages.slice(0, before.messages.length)).toEqual(before.messages);
    }
    last[at] = request;
    if (at === 0) unanswered = { entries: sent.length, isLate: false };
  }

  async function rewind(at: 0 | 1, messages: number): Promise<void> {
    const kept = remaining().at(-1 - messages) ?? -1;
    const { rewound, fromSeq } = await sessions[at].rewind(kept);
    for (const seq of sent.keys()) if (seq >= fromSeq) withdrawn.add(seq);
    if (!rewound || unanswered === undefined) return;
    if (at === 0) unanswered = undefined;
    else if (fromSeq < unanswered.entries) unanswered.isLate = true;
  }

  async function say(role: 'user' | 'assistant', count: number): Promise<void> {
    const content = `${sent.length} ${'word '.repeat(count)}`;
    sent.push(content);
    await finish(0, sessions[0].append({ role, content }));
    if (role === 'user') return;
    if (unanswered?.isLate === true) withdrawn.add(sent.length - 1);
    unanswered = undefined;
  }

  return {
    store,
    id,
    models,
    sent,
    remaining,
    open,
    sessions,
    finish,
    async run(next: Step): Promise<void> {
      if (next.do === 'say') {
        const role = sent.length % 2 === 0 ? 'user' : 'assistant';
        await say(role, next.words);
        if (role === 'assistant') await say('user', next.words);
        return;
      }
      const session = sessions[next.who];
      if (next.do === 'answer') models[next.who].running()[0]?.answer(next.how);
      else if (remaining().length === 0) return;
      else if (next.do === 'rewind') await finish(next.who, rewind(next.who, next.messages));
      else if (next.do === 'prepare') check(next.who, await finish(next.who, session.prepare()));
      else if (next.do === 'compact') await finish(next.who, session.compact());
      else if (next.do === 'pin') await finish(next.who, session.pin(sent.length - 1));
      else if (next.do === 'usage') {
        await finish(next.who, session.recordUsage({ inputTokens: 0, outputTokens: 0 }));
      } else {
        await finish(next.who, session.close());
        sessions[next.who] = await open(next.who);
        if (next.who === 0) unanswered = undefined;
      }
      await settled();
    },
    /** Both models answer, and nothing is left to do. */
    async end(): Promise<void> {
      for (let round = 0; round < 5; round++) {
        for (const model of models) for (const call of model.running()) call.answer('good');
        await settled();
      }
    },
  };
}

const steps = fc.array(step, { minLength: 40, maxLength: 90, size: 'max' });

describe.each(['supyagent-sdk', 'everlong'])('%s with two processes and slow models', (policy) => {
  it('keeps the laws, whatever the models answer and when', async () => {
    const law = fc.asyncProperty(steps, async (taken) => {
      const { run, end, store, id, sent, remaining, models, open, sessions, finish } =
        await createWorld(policy);
      for (const next of taken) await run(next);
      await end();

      const entries = await all(store.read(id));
      expect(entries.map(({ message }) => message.content)).toEqual(sent);
      const epochs = (await all(store.readRecords(id))).flatMap((record) =>
        'previousEpoch' in record ? [record.epoch] : [],
      );
      expect(epochs).toEqual(epochs.map((_, at) => at + 1));
      for (const model of models) expect(model.mostAtOnce()).toBeLessThanOrEqual(1);

      if (remaining().length === 0) return;
      const here = await finish(0, sessions[0].prepare());
      const elsewhere = await open(0);
      const there = await finish(0, elsewhere.prepare());
      expect(there.messages).toEqual(here.messages);
      expect(there.state.spend?.inputTokens ?? 0).toBe(models[0].bill() + models[1].bill());
    });
    await fc.assert(law, { numRuns: propertyRuns(30) });
  }, 30_000);
});

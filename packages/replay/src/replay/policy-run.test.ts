import type { PreparedRequest, Session } from '@everlong/context';
import {
  type CompactionRecord,
  createMemoryStore,
  type EntryRange,
  type ModelMessage,
  type Snapshot,
} from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createPolicyRun } from './policy-run.js';
import { findPromptPrices } from '../cache/prompt-prices.js';
import { createReplayLog } from '../needs/replay-log.js';
import { createGrowingLog } from './request-laws.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
const prices = findPromptPrices('claude-sonnet-4-5');

/** Four calls; the last two need what the user said at the start. */
const recorded: ModelMessage[] = [
  { role: 'user', content: 'The billing server is build_4711. Never restart port_8443.' },
  { role: 'assistant', content: 'Understood.' },
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', content: 'Deploying the billing server build_4711.' },
  { role: 'user', content: 'And then?' },
  { role: 'assistant', content: 'port_8443 stays up, build_4711 too.' },
];

type Answer = { messages: ModelMessage[]; epoch?: number; ranges?: EntryRange[] } | Error;

/** A session that answers as it is told, over a real store. */
async function play(
  answers: Answer[],
  {
    records = [],
    inputBudget = 1000,
  }: { records?: CompactionRecord[][]; inputBudget?: number } = {},
) {
  const store = createMemoryStore();
  await store.createSession({ id: 'fake', agent: 'replay' });
  const log = createReplayLog(
    recorded.map((message) => ({ message })),
    createMessageBook(tokenizer),
  );
  let call = 0;
  let length = 0;
  const session = {
    id: 'fake',
    append: async (entries: readonly object[]) => {
      length += entries.length;
      return [];
    },
    prepare: async (): Promise<PreparedRequest> => {
      for (const record of records[call] ?? []) await store.appendRecord('fake', record);
      const answer = answers[call++];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
      const whole = [{ from: 0, to: length - 1, disposition: 'verbatim', reason: '', tokens: 0 }];
      return {
        instructions: '',
        messages: answer.messages,
        state: { epoch: answer.epoch ?? 0 },
        plan: { ranges: answer.ranges ?? whole },
      } as PreparedRequest;
    },
    search: async (query: string) =>
      query === 'build_4711'
        ? [{ sessionId: 'fake', entryId: 'a', seq: 0, score: 1, excerpt: '' }]
        : [],
    expand: async () => [],
    close: async () => {},
  } as unknown as Session;
  const run = createPolicyRun({
    session,
    store,
    log,
    logged: new Set(log.texts),
    tokenizer,
    prices,
    inputBudget,
    inputs: {},
    idleExpiry: true,
  });
  const growing = createGrowingLog(log.book);
  const found = new Set<string>();
  for (const seq of [1, 3, 5]) {
    const fresh = log.entries.slice(Math.max(0, seq - 2), seq);
    for (const entry of fresh) growing.add(entry);
    await run.append(fresh);
    const needs = log.needs.needsOf(seq);
    const lines = log.lines.needsOf(seq);
    const edits = log.lines.editsOf(seq);
    await run.request({
      seq,
      needs,
      lines,
      edits,
      log: growing,
      whyRefused: async () => [],
      found,
    });
  }
  return run.finish();
}

const whole = (count: number): Answer => ({ messages: recorded.slice(0, count) });
const tokensOf = (index: number) => tokenizer.countMessage(recorded[index]!);

describe('a policy that sends everything', () => {
  it('meets every need, extends every request, and is billed for all of it', async () => {
    const tally = await play([whole(1), whole(3), whole(5)]);
    expect(tally).toMatchObject({
      requests: 3,
      refused: 0,
      overBudget: 0,
      invalid: 0,
      stableRequests: 2,
      needs: { needed: 3, present: 3, atRisk: { needed: 0 } },
      reacquireTokens: 0,
      constraints: { total: 3, present: 3 },
      problems: [],
    });
    const sent = [1, 3, 5].flatMap((count) => recorded.slice(0, count).map((_, index) => index));
    expect(tally.inputTokens).toBe(sent.reduce((sum, index) => sum + tokensOf(index), 0));
    // Far below 1,024 tokens nothing is cached: all input at $3 a million.
    expect(tally.cachedTokens).toBe(0);
    expect(tally.costUsd).toBeCloseTo((tally.inputTokens * 3) / 1e6, 12);
    expect(tally.prepareMs).toHaveLength(3);
  });
});

describe('a policy that forgets', () => {
  const cut = (from: number, to: number): Answer => ({ messages: recorded.slice(from, to) });

  it('misses what stood in the part it left out', async () => {
    const tally = await play([whole(1), cut(2, 3), cut(3, 5)]);
    // Request 2 lacks build_4711; request 3 has it from entry 3, but not port_8443.
    expect(tally).toMatchObject({ invalid: 0, stableRequests: 0 });
    expect(tally.needs).toMatchObject({ needed: 3, present: 1 });
    // Nothing it lacks is there: two requests hold none of what is at risk.
    expect(tally.needs.atRisk).toEqual({
      needed: 2,
      present: 0,
      uncued: 1,
      withCue: 0,
      requests: 2,
      recallSum: 0,
    });
    // Search finds one of the two; the other is nowhere.
    expect(tally.recovered).toBe(1);
    expect(tally.constraints).toEqual({ total: 3, present: 1 });
  });

  it('reads an entry again once an epoch', async () => {
    const same = await play([whole(1), cut(2, 3), cut(4, 5)]);
    // Entry 0 for request 2; then entry 3 for build_4711, while entry 0 was read already.
    expect(same.reacquireTokens).toBe(tokensOf(0) + tokensOf(3));
    const anew = await play([whole(1), cut(2, 3), { messages: recorded.slice(4, 5), epoch: 1 }]);
    expect(anew.reacquireTokens).toBe(2 * tokensOf(0) + tokensOf(3));
    expect(anew.reacquireUsd).toBeCloseTo((anew.reacquireTokens * 3) / 1e6, 12);
  });
});

describe('a policy that breaks the laws', () => {
  it('is refused when it throws, and the walk goes on without it', async () => {
    const tally = await play([whole(1), new Error('no room'), whole(5)]);
    expect(tally).toMatchObject({ requests: 3, refused: 1, needs: { needed: 3, present: 2 } });
    expect(tally.problems).toEqual(['before entry 3: refused: no room']);
  });

  it('is over budget by its own count only', async () => {
    const exact = [0, 1, 2, 3, 4].reduce((sum, index) => sum + tokensOf(index), 0);
    const replyTokens = tokenizer.countMessages([]);
    const fits = await play([whole(1), whole(3), whole(5)], { inputBudget: exact + replyTokens });
    expect(fits.overBudget).toBe(0);
    const over = await play([whole(1), whole(3), whole(5)], {
      inputBudget: exact + replyTokens - 1,
    });
    expect(over.overBudget).toBe(1);
    expect(over.problems[0]).toContain(`over budget: ${exact + replyTokens} tokens`);
  });

  it('is invalid without the latest user message, and with a plan that has holes', async () => {
    const hole = [{ from: 1, to: 4, disposition: 'verbatim' as const, reason: '', tokens: 0 }];
    const tally = await play([
      whole(1),
      { messages: recorded.slice(0, 2) },
      { messages: recorded.slice(0, 5), ranges: hole },
    ]);
    expect(tally.invalid).toBe(2);
  });
});

describe('a policy that makes snapshots', () => {
  const item = {
    kind: 'identifier' as const,
    cue: '',
    firstSeq: 0,
    lastSeq: 0,
    occurrences: 1,
    spokenUses: 1,
  };
  const snapshot: Snapshot = {
    text: 'build_4711 · billing server\nport_8443\nunused_name_1',
    tokens: 20,
    throughSeq: 1,
    messagesCovered: 2,
    source: 'model',
    sections: {},
    ledger: ['build_4711', 'port_8443', 'unused_name_1', 'not_rendered_9'].map((value) => ({
      value,
      ...item,
    })),
  };
  const compaction: CompactionRecord = {
    type: 'compaction',
    epoch: 1,
    previousEpoch: 0,
    kind: 'snapshot',
    throughSeq: 1,
    ranges: [],
    snapshot,
    usage: { inputTokens: 1000, outputTokens: 100 },
    reason: 'test',
    createdAt: '2000-01-01T00:00:00.000Z',
  };
  const note: ModelMessage = { role: 'user', content: snapshot.text };
  const answers: Answer[] = [
    whole(1),
    { messages: [note, ...recorded.slice(2, 3)], epoch: 1 },
    { messages: [note, ...recorded.slice(2, 5)], epoch: 1 },
  ];

  it('is credited for values in it, and for meaning where a cue stands beside', async () => {
    const tally = await play(answers, { records: [[], [compaction]] });
    expect(tally).toMatchObject({ compactions: 1, stableRequests: 1 });
    expect(tally.needs).toMatchObject({ needed: 3, present: 3 });
    const [afterOne, afterThree] = tally.needsAfter;
    expect(afterOne).toMatchObject({ compactions: 1, needs: { present: afterOne?.needs.needed } });
    expect(afterOne?.needs.needed).toBeGreaterThan(0);
    expect(afterThree).toMatchObject({ compactions: 3, needs: { needed: 0 } });
    expect(tally.constraints).toEqual({ total: 3, present: 1 });
  });

  it('is measured by the rendered values that were used, to the end of the snapshot', async () => {
    const tally = await play(answers, { records: [[], [compaction]] });
    expect(tally.ledger).toEqual({ rendered: 3, used: 2 });
    const invented = ['unused_name_1'];
    expect(tally.snapshots).toEqual({ made: 1, maxTokens: 20, values: 3, invented });
    const replaced = { ...compaction, epoch: 2, previousEpoch: 1 };
    const twice = await play(answers, { records: [[], [compaction], [replaced]] });
    // The first was sent only before "Deploying build_4711", the second before the last message.
    expect(twice.ledger).toEqual({ rendered: 6, used: 3 });
  });

  it('pays for the model that wrote it', async () => {
    const free = await play(answers);
    const paid = await play(answers, { records: [[], [compaction]] });
    expect(paid.summaryCalls).toBe(1);
    expect(paid.inputTokens - free.inputTokens).toBe(1000);
    expect(paid.costUsd - free.costUsd).toBeCloseTo(0.003 + 0.0015, 12);
  });
});

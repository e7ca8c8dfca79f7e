import {
  createMemoryStore,
  type ModelMessage,
  type SummarizeInput,
  type Summarizer,
  type Tokenizer,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { describe, expect, it } from 'vitest';

import { openSession } from './open-session.js';
import type { PolicySettings } from './policy.js';
import type { Session } from './session.js';

/** A token is four characters. */
const tokenizer: Tokenizer = {
  name: 'quarters',
  source: 'heuristic',
  count: (text) => Math.ceil(text.length / 4),
};

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

function exchange(id: string, words = 20): ModelMessage[] {
  const call = { toolCallId: id, toolName: 'run' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...call,
          output: { type: 'text', value: `output of ${id} ${'word '.repeat(words)}` },
        },
      ],
    },
  ];
}

/** A session whose summarizer notes the spans that it is asked for. */
async function open(contextWindow = 200_000, budget: Partial<PolicySettings> = {}) {
  const spans: { from: number; to: number; maxTokens: number }[] = [];
  const summarizer: Summarizer = {
    name: 'watched',
    summarize(input: SummarizeInput) {
      const { entries, maxTokens } = input;
      spans.push({ from: entries[0]?.seq ?? -1, to: entries.at(-1)?.seq ?? -1, maxTokens });
      return createExtractiveSummarizer().summarize(input);
    },
  };
  const session = await openSession({
    store: createMemoryStore(),
    tokenizer,
    policy: 'supyagent',
    summarizer,
    contextWindow,
    budget,
  });
  return { session, spans };
}

/** Appends a turn of two messages and prepares where the user has spoken. */
async function takeTurn(session: Session, turn: number, words = 20) {
  await session.append(user(`question ${turn} ${'word '.repeat(words)}`));
  const request = await session.prepare();
  await session.append(assistant(`answer ${turn} ${'word '.repeat(words)}`));
  return request;
}

describe('supyagent', () => {
  it('makes a snapshot after thirty messages, and after thirty more', async () => {
    const { session, spans } = await open();
    const epochs: number[] = [];
    for (let turn = 0; turn < 35; turn++) epochs.push((await takeTurn(session, turn)).state.epoch);
    expect(epochs.lastIndexOf(0)).toBe(14);
    expect(epochs.lastIndexOf(1)).toBe(29);
    expect(spans.map(({ from }) => from)).toEqual([0, (spans[0]?.to ?? 0) + 1]);
  });

  it('makes one when the messages since the last have enough tokens', async () => {
    const { session, spans } = await open(200_000, { maxTokensBeforeSummary: 2000 });
    for (let turn = 0; spans.length === 0 && turn < 20; turn++) await takeTurn(session, turn, 150);
    expect(spans).toHaveLength(1);
    expect((await session.prepare()).state.lastCompaction?.reason).toContain('tokens since');
  });

  it('needs four messages more than it protects', async () => {
    const { session, spans } = await open(200_000, { maxMessagesBeforeSummary: 2 });
    for (let turn = 0; turn < 5; turn++) await takeTurn(session, turn);
    expect(spans).toEqual([]);
    await takeTurn(session, 5);
    expect(spans).toHaveLength(1);
  });

  it('keeps the last six messages as they are, whole exchanges', async () => {
    const { session } = await open();
    for (let turn = 0; turn < 13; turn++) await takeTurn(session, turn);
    await session.append([user('go'), ...exchange('a'), ...exchange('b'), assistant('done')]);
    await session.append(user('and now?'));
    const { messages, plan, state } = await session.prepare();
    expect(state.epoch).toBe(1);
    const last = [...exchange('a'), ...exchange('b'), assistant('done'), user('and now?')];
    expect(messages.slice(-6)).toEqual(last);
    const fates = new Set(plan.ranges.map(({ disposition }) => disposition));
    expect([...fates]).toEqual(['summarized', 'verbatim']);
  });

  it('waits for the end of a turn, however many calls it has', async () => {
    const { session, spans } = await open();
    await session.append(user('go'));
    for (let step = 0; step < 30; step++) {
      await session.append(exchange(`call-${step}`));
      await session.prepare();
    }
    expect(spans).toEqual([]);
    await session.append([assistant('done'), user('and now?')]);
    await session.prepare();
    expect(spans).toHaveLength(1);
  });

  it('does not wait where the request would be too long', async () => {
    const { session, spans } = await open(8000);
    await session.append(user('go'));
    for (let step = 0; step < 30; step++) {
      await session.append(exchange(`call-${step}`, 400));
      const { state, messages } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      expect(messages).toContainEqual(user('go'));
    }
    expect(spans.length).toBeGreaterThan(0);
  });

  it('gives a snapshot at most thirty percent', async () => {
    const { session, spans } = await open(10_000);
    for (let turn = 0; turn < 20; turn++) await takeTurn(session, turn);
    for (const { maxTokens } of spans) expect(maxTokens).toBeLessThanOrEqual(10_000 * 0.3);
    const { state } = await session.prepare();
    expect(state.used.summary).toBeLessThanOrEqual(state.inputBudget * 0.3);
    expect(state.used.summary).toBeGreaterThan(0);
  });

  it('shows both triggers, with how far they are', async () => {
    const { session } = await open();
    for (let turn = 0; turn < 5; turn++) await takeTurn(session, turn);
    const [messages, tokens] = session.state().triggers;
    expect(messages).toMatchObject({ name: 'messages', value: 10, limit: 30 });
    expect(messages?.ratio).toBeCloseTo(1 / 3);
    expect(tokens).toMatchObject({ name: 'tokens', limit: 128_000 });
  });

  it('makes none by itself where it may not, but one by hand', async () => {
    const { session, spans } = await open(8000, { autoSummarize: false });
    for (let turn = 0; turn < 60; turn++) {
      const { state } = await takeTurn(session, turn, 100);
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    expect(spans).toEqual([]);
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toHaveLength(1);
  });
});

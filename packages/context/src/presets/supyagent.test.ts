import { messageText } from '@everlong/core';
import { quarters } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  exchange,
  labelsOf,
  openWatched,
  takeTurns,
  words,
} from '../../test/support/watched-session.js';
import { openSession } from '../session/open-session.js';
import { createPolicy } from './create-policy.js';
import { assistant, user } from '../../test/support/conversation.js';

const open = (contextWindow = 200_000, budget: object = {}) =>
  openWatched({ policy: 'supyagent', contextWindow, budget });

describe('000, strategy', () => {
  // promise: context-1
  it('nothing is ever lost: every message stays in the log', async () => {
    const { session } = await open(8000);
    await takeTurns(session, { to: 40, tokens: 200 });
    const seqs: number[] = [];
    for await (const { seq } of session.entries()) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 80 }, (_, index) => index));
  });

  // promise: context-2
  it('the input is instructions, summary, and as many recent messages as fit', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 16 });
    await session.append(user('question 16'));
    const { instructions, messages } = await session.prepare({ instructions: 'Be brief.' });
    expect(instructions).toBe('Be brief.');
    expect(messages[0]?.content).toMatch(/^\[Record of messages #0 to #/);
    expect(labelsOf(messages).at(-1)).toBe('question 16');

    const small = await open(8000, { maxMessagesBeforeSummary: 100 });
    await takeTurns(small.session, { to: 20, tokens: 300 });
    await small.session.append(user('question 20'));
    const { messages: sent, state } = await small.session.prepare();
    const labels = Array.from({ length: 20 }, (_, turn) => [`question ${turn}`, `answer ${turn}`]);
    const kept = labelsOf(sent);
    expect(kept).toEqual([...labels.flat(), 'question 20'].slice(-kept.length));
    // Another message of 304 tokens would not have fitted.
    expect(state.inputBudget - state.used.total).toBeLessThan(304 + 16);
  });
});

describe('000, configuration fields', () => {
  // promise: context-5, context-6, context-9
  it('has the documented defaults', () => {
    const { settings } = createPolicy('supyagent');
    expect(settings).toMatchObject({
      maxMessagesBeforeSummary: 30,
      maxTokensBeforeSummary: 128_000,
      minRecentMessages: 6,
      responseReserve: 4096,
    });
    expect(settings.autoSummarize ?? true).toBe(true);
  });

  // promise: context-5
  it('autoSummarize off: none by itself, but one by hand', async () => {
    const { session, spans } = await open(8000, { autoSummarize: false });
    for (const { state } of await takeTurns(session, { to: 60, tokens: 100 })) {
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    expect(spans).toEqual([]);
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toHaveLength(1);
  });
});

describe('000, summarization triggers', () => {
  it('messages since the last summary reach 30, those that it left over included', async () => {
    const { session, spans } = await open();
    const requests = await takeTurns(session, { to: 35 });
    const epochs = requests.map(({ state }) => state.epoch);
    expect([epochs.lastIndexOf(0), epochs.lastIndexOf(1)]).toEqual([14, 26]);
    expect(spans.map(({ from }) => from)).toEqual([0, (spans[0]?.to ?? 0) + 1]);
  });

  it('after a summary, counts the messages that it does not cover', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 15 });
    await session.append(user('question 15'));
    const { messages, state } = await session.prepare();
    expect(state.epoch).toBe(1);
    const count = state.triggers.find(({ name }) => name === 'messages')?.value;
    expect(count).toBe(messages.length - 1);
    expect(count).toBeGreaterThanOrEqual(6);
  });

  // promise: context-3, context-6
  it('29 messages are not enough, 30 are', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 14 });
    await session.append(user('question 14'));
    expect(session.state().willCompact).toBe(false);
    await session.append(assistant('answer 14'));
    expect(session.state().willCompact).toBe(true);
  });

  // promise: context-6, context-7
  it('tokens since the last summary reach the limit', async () => {
    const { session, spans } = await open(200_000, { maxTokensBeforeSummary: 2000 });
    const requests = await takeTurns(session, { to: 8, tokens: 150 });
    // 13 messages of 154 tokens reach 2,000.
    expect(requests.map(({ state }) => state.epoch)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect(spans).toHaveLength(1);
    expect(requests.at(-1)?.state.lastCompaction?.reason).toContain('tokens since');
  });

  // promise: context-7
  it('tokens of what was summarized do not count again, so that not every turn is summarized (law 8)', async () => {
    const { session, spans } = await open(200_000, { maxTokensBeforeSummary: 2000 });
    await takeTurns(session, { to: 28, tokens: 150 });
    expect(spans).toHaveLength(4);
  });

  // promise: context-6, context-10
  it('both require min_recent_messages + 4 messages', async () => {
    const { session, spans } = await open(200_000, {
      maxMessagesBeforeSummary: 2,
      maxTokensBeforeSummary: 10,
    });
    await takeTurns(session, { to: 5 });
    expect(spans).toEqual([]);
    await session.append(user('question 5'));
    await session.prepare();
    expect(spans).toHaveLength(1);
  });
});

describe('001, summarization triggers', () => {
  // promise: sessions-14
  it('both checks happen after a turn, however many calls it has', async () => {
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

  // promise: sessions-14
  it('within a turn only when the request no longer fits', async () => {
    const { session, spans } = await open(8000);
    await session.append(user('go'));
    for (let step = 0; step < 30; step++) {
      await session.append(exchange(`call-${step}`, words(`output of call-${step}`, 500)));
      const { state, messages } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      expect(messages).toContainEqual(user('go'));
      // The user's message and two a step: the fifteenth step is the first with 30 or more.
      expect(spans.length > 0).toBe(step >= 14);
    }
  });
});

describe('000, message building', () => {
  // promise: context-22
  it('tool definitions and the system prompt are subtracted from what is available', async () => {
    const { session } = await open(8000);
    await session.append(user('hello'));
    const tools = { read: { description: words('reads', 1000), inputSchema: {} } };
    const instructions = words('instructions', 500);
    const { state } = await session.prepare({ instructions, tools });
    expect(state.inputBudget).toBe(8000 - 2000);
    expect(state.used.total).toBeGreaterThan(1500);
    await takeTurns(session, { to: 20, tokens: 400 });
    const next = await session.prepare({ instructions, tools });
    expect(next.state.used.total).toBeLessThanOrEqual(6000);
  });

  // promise: context-23
  it('a summary takes at most 30 % of what is available', async () => {
    const { session, spans } = await open(10_000);
    await takeTurns(session, { to: 20 });
    expect(spans.length).toBeGreaterThan(0);
    for (const { maxTokens } of spans) expect(maxTokens).toBeLessThanOrEqual(7500 * 0.3);
    const { state } = await session.prepare();
    expect(state.used.summary).toBeLessThanOrEqual(state.inputBudget * 0.3);
    expect(state.used.summary).toBeGreaterThan(0);
  });

  // promise: context-23
  it('a summary that no longer fits its share is left out', async () => {
    const { session } = await open(10_000);
    const long = Array.from({ length: 400 }, (_, index) => `src/file-${index}.ts`).join(' ');
    await session.append([user(long), assistant('answer')]);
    await takeTurns(session, { to: 15, tokens: 100 });
    const before = session.state().used.summary;
    expect(before).toBeGreaterThan(1000);
    const { state } = await session.prepare({ instructions: words('instructions', 6500) });
    expect(state.used.summary).toBe(0);
  });

  // promise: context-24
  it('recent messages are added from newest to oldest until the budget is exhausted', async () => {
    const { session, spans } = await open(8000);
    const requests = await takeTurns(session, { to: 14, tokens: 400 });
    for (const [turn, { messages, state }] of requests.entries()) {
      const labels = labelsOf(messages);
      expect(labels.at(-1)).toBe(`question ${turn}`);
      if (labels.length < 2 * turn + 1) expect(state.used.total).toBeGreaterThan(6000 - 2 * 404);
    }
    expect(spans).toEqual([]);
  });

  it('each request whose first message moved is a new epoch, without asking a model (law 6)', async () => {
    const { session, records } = await open(8000);
    const requests = await takeTurns(session, { to: 14, tokens: 400 });
    for (const [index, { messages, state }] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined) continue;
      const moved = labelsOf(before.messages)[0] !== labelsOf(messages)[0];
      expect(state.epoch).toBe(before.state.epoch + (moved ? 1 : 0));
    }
    expect(requests.at(-1)?.state.epoch).toBeGreaterThan(4);
    expect((await records('compaction')).every(({ kind }) => kind === 'trim')).toBe(true);
  });

  // promise: context-8
  it('the last six messages are never summarized over, whole exchanges', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 13 });
    await session.append([user('go'), ...exchange('a'), ...exchange('b'), assistant('done')]);
    await session.append(user('and now?'));
    const { messages, plan, state } = await session.prepare();
    expect(state.epoch).toBe(1);
    const last = [...exchange('a'), ...exchange('b'), assistant('done'), user('and now?')];
    expect(messages.slice(-6)).toEqual(last);
    const fates = new Set(plan.ranges.map(({ disposition }) => disposition));
    expect([...fates]).toEqual(['summarized', 'verbatim']);
  });
});

describe('001, how context trimming works', () => {
  // promise: context-28
  it('the last six are included even if they exceed the budget, but cut to fit it (law 1)', async () => {
    const { session } = await open(8000);
    await takeTurns(session, { to: 4, tokens: 100 });
    const sizes = [3000, 3000, 3000, 100, 100];
    for (const [index, tokens] of sizes.entries()) {
      await session.append(assistant(words(`answer ${index + 10}`, tokens)));
    }
    await session.append(user('question 20'));
    const { messages, state } = await session.prepare();
    expect(labelsOf(messages).slice(-6)).toEqual([
      ...[10, 11, 12, 13, 14].map((index) => `answer ${index}`),
      'question 20',
    ]);
    expect(state.used.total).toBeLessThanOrEqual(6000);
    const texts = messages.map(messageText);
    expect(texts.filter((text) => text.includes('left out here'))).toHaveLength(2);
    expect(texts).toContainEqual(words('answer 14', 100));
  });
});

describe('000, emergency truncation', () => {
  it('fills the room that it frees with older messages', async () => {
    const { session } = await open(8000);
    await takeTurns(session, { to: 7, tokens: 100 });
    await session.append([user('question 7'), ...exchange('call-7', words('output', 15_000))]);
    await session.append([assistant('answer 7'), user('question 8')]);
    const { messages, state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(6000);
    expect(messages.map(messageText).join()).toContain('left out here');
    expect(labelsOf(messages)).toContain('question 0');
    expect(messages).toHaveLength(14 + 5);
  });
});

describe('000, token counting', () => {
  // promise: context-22
  it('available is the window without response reserve, instructions and tools', async () => {
    const { session } = await open();
    const { inputBudget, window } = session.state();
    expect([window, inputBudget]).toEqual([200_000, 195_904]);
  });
});

describe('000, monitoring', () => {
  // promise: context-31
  it('shows both triggers, with how far they are', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 9 });
    const [messages, tokens] = session.state().triggers;
    expect(messages).toMatchObject({ name: 'messages', value: 18, limit: 30, ratio: 0.6 });
    expect(tokens).toMatchObject({ name: 'tokens', limit: 128_000 });
  });

  // promise: context-33
  it('/summarize makes one whether or not thresholds were met', async () => {
    const { session, spans } = await open();
    await takeTurns(session, { to: 8 });
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toMatchObject([{ from: 0, to: 9 }]);
  });
});

describe('000, summary persistence', () => {
  // promise: context-34, sessions-7
  it('a resumed session has the summary that was made', async () => {
    const { session, store } = await open();
    await takeTurns(session, { to: 16 });
    await session.append(user('question 16'));
    const { messages, state } = await session.prepare();
    const again = await openSession({
      store,
      id: session.id,
      tokenizer: quarters,
      policy: 'supyagent',
      contextWindow: 200_000,
    });
    const resumed = await again.prepare();
    expect(resumed.messages).toEqual(messages);
    expect(resumed.state.used.summary).toBe(state.used.summary);
  });
});

describe('000, tuning guidelines', () => {
  // promise: context-35
  it.each([8000, 32_000])(
    'a small model with a window of %i is summarized after ten messages and keeps four',
    async (window) => {
      const { session, spans } = await open(window, {
        maxMessagesBeforeSummary: 10,
        maxTokensBeforeSummary: 20_000,
        minRecentMessages: 4,
      });
      const requests = await takeTurns(session, { to: 30, tokens: 200 });
      expect(spans[0]).toMatchObject({ from: 0, to: 6 });
      expect(spans.length).toBeGreaterThanOrEqual(6);
      for (const [turn, { messages, state }] of requests.entries()) {
        expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
        const last = [`question ${turn - 1}`, `answer ${turn - 1}`, `question ${turn}`];
        expect(labelsOf(messages).slice(-3)).toEqual(turn === 0 ? ['question 0'] : last);
      }
    },
  );

  // promise: context-35
  it.each([
    ['short conversations', { maxMessagesBeforeSummary: 50, maxTokensBeforeSummary: 200_000 }, 25],
    ['long coding sessions', { maxMessagesBeforeSummary: 20, minRecentMessages: 8 }, 10],
    ['large tool outputs', { responseReserve: 8192, maxTokensBeforeSummary: 80_000 }, 15],
    ['large models', { maxMessagesBeforeSummary: 50, maxTokensBeforeSummary: 150_000 }, 25],
  ])('%s are summarized when their row of the tuning table says', async (_, budget, turns) => {
    const { session } = await open(200_000, budget);
    const epochs = (await takeTurns(session, { to: turns + 1 })).map(({ state }) => state.epoch);
    expect([epochs.lastIndexOf(0), epochs.at(-1)]).toEqual([turns - 1, 1]);
  });
});

import { ContextOverflowError, createMemoryStore, messageText } from '@everlong/core';
import { jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';

import type { Appendable } from '../session-work/call-options.js';
import { assistant, open, readAll, turns, user } from '../../test/support/conversation.js';

describe('prepare', () => {
  it('has nothing to send for an empty session', async () => {
    const session = await open();
    const { messages, plan, state } = await session.prepare({ instructions: 'Be brief.' });
    expect(messages).toEqual([]);
    expect(plan.ranges).toEqual([]);
    expect(plan.explain(0)).toBeUndefined();
    expect(state.used.messages).toBe(0);
  });

  it('puts system messages at the head before the caller’s instructions, later ones in notes', async () => {
    const session = await open();
    await session.append([
      { role: 'system', content: 'You are Ada.' },
      { role: 'system', content: 'You speak French.' },
      user('hello'),
      { role: 'system', content: 'The user is back.' },
      user('still there?'),
    ]);
    const { instructions, messages } = await session.prepare({ instructions: 'Be brief.' });
    expect(instructions).toBe('You are Ada.\n\nYou speak French.\n\nBe brief.');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'user']);
    expect(messages[1]?.content).toBe('[system note in the conversation]\nThe user is back.');
  });

  it('ends a request that the assistant would end, the same way each time', async () => {
    const session = await open();
    await session.append([user('go'), assistant('one')]);
    const first = await session.prepare();
    const again = await session.prepare();
    expect(first.messages.at(-1)).toEqual({ role: 'user', content: '[no new message]' });
    expect(again.messages).toEqual(first.messages);
  });

  it.each([
    ['instructions', { instructions: 'word '.repeat(4000) }],
    ['tools', { tools: [{ name: 'x', description: 'word '.repeat(4000), inputSchema: {} }] }],
  ])('names %s that leave no room, with their size', async (part, inputs) => {
    const session = await open({ contextWindow: 4000 });
    await session.append(user('hello'));
    const error: unknown = await session.prepare(inputs).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContextOverflowError);
    expect(error).toMatchObject({ part });
    const { tokens, maxTokens } = error as ContextOverflowError;
    expect(tokens).toBeGreaterThanOrEqual(5000);
    expect(maxTokens).toBeLessThan(4000);
    expect((await session.prepare({ instructions: 'Be brief.' })).messages).toEqual([
      user('hello'),
    ]);
  });

  it('reads tools as the AI SDK has them, and as lists', async () => {
    const session = await open();
    await session.append(user('hello'));
    const toolSets: unknown[] = [
      {
        read: tool({
          description: 'Reads',
          inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
        }),
      },
      [{ name: 'read', description: 'Reads', inputSchema: { type: 'object' } }],
    ];
    for (const tools of toolSets) {
      const { state } = await session.prepare({ tools });
      expect(state.used.tools).toBeGreaterThan(5);
    }
    expect((await session.prepare({ tools: {} })).state.used.tools).toBe(0);
  });

  it('starts a new epoch when instructions or tools change, and says so', async () => {
    const session = await open();
    await session.append(user('hello'));
    const read = () => ({ read: tool({ inputSchema: jsonSchema({ type: 'object' }) }) });
    const epochs = [
      await session.prepare({ instructions: 'one' }),
      await session.prepare({ instructions: 'one' }),
      await session.prepare({ instructions: 'two' }),
      await session.prepare({ instructions: 'two', tools: read() }),
      // The same tools, made anew.
      await session.prepare({ instructions: 'two', tools: read() }),
    ];
    expect(epochs.map(({ state }) => state.epoch)).toEqual([0, 0, 1, 2, 2]);
    expect(epochs[2]?.state.reason).toBe('the instructions changed');
    expect(epochs[3]?.state.reason).toBe('the tools changed');
    expect(epochs.map(({ messages }) => messages)).toEqual(epochs.map(() => [user('hello')]));
  });

  it('starts a new epoch when the session is opened for another model', async () => {
    const store = createMemoryStore();
    const session = await open({ store, id: 's', model: 'gpt-5.5' });
    await session.append(user('hello'));
    await session.prepare();
    const other = await open({ store, id: 's', model: 'claude-sonnet-4-6' });
    const { state } = await other.prepare();
    expect([state.epoch, state.reason]).toEqual([1, 'the model changed']);
  });

  it('hands out messages that nobody can change by mistake', async () => {
    const session = await open();
    await session.append([
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      assistant('hi'),
      user('go on'),
    ]);
    const { messages } = await session.prepare();
    const mark = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const [first] = messages;
    expect(() => {
      if (first !== undefined) first.providerOptions = mark;
    }).toThrow(TypeError);
    expect(() => Object.assign(first?.content[0] ?? {}, { providerOptions: mark })).toThrow(
      TypeError,
    );
    messages.push(user('one more'));
    expect((await session.prepare()).messages).toHaveLength(3);
  });

  it('works in windows down to a hundred tokens', async () => {
    for (const contextWindow of [100, 120, 200, 400]) {
      for (const policy of ['everlong', 'newest', 'supyagent']) {
        const session = await open({ contextWindow, policy });
        await session.append([...turns(10), user('and now?')]);
        const { state } = await session.prepare();
        expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      }
    }
  });
});

describe('compact', () => {
  it('makes a snapshot by hand and says what it saved', async () => {
    const session = await open({ contextWindow: 16_000 });
    await session.append([...turns(30), user('and now?')]);
    const before = await session.prepare({ instructions: 'Be brief.' });
    const result = await session.compact();
    expect(result).toMatchObject({ compacted: true, epoch: 1, reason: 'asked for' });
    expect(result.tokensBefore).toBe(before.state.used.total);
    expect(result.tokensAfter).toBeLessThan(result.tokensBefore);
    const after = await session.prepare({ instructions: 'Be brief.' });
    expect(after.state.epoch).toBe(1);
    expect(after.state.used.total).toBe(result.tokensAfter);
  });

  it('hands the wishes of the user to the summarizer', async () => {
    let wishes: string | undefined;
    const session = await open({
      contextWindow: 4000,
      summarizer: {
        name: 'curious',
        summarize: ({ instructions }) => {
          wishes = instructions;
          return Promise.reject(new Error('enough'));
        },
      },
    });
    await session.append(turns(20));
    await session.compact({ instructions: 'keep the ports' });
    expect(wishes).toBe('keep the ports');
  });

  it('does nothing where nothing is old', async () => {
    const session = await open();
    expect(await session.compact()).toMatchObject({ compacted: false, epoch: 0 });
    await session.append(user('hello'));
    expect(await session.compact()).toMatchObject({ compacted: false, epoch: 0 });
  });

  it('right after reopening starts no second epoch at the next request', async () => {
    const store = createMemoryStore();
    const options = { store, id: 's', contextWindow: 10_000 };
    const inputs = { instructions: 'Be brief.', tools: [{ name: 'x', inputSchema: {} }] };
    const session = await open(options);
    await session.append(turns(20));
    await session.prepare(inputs);
    const reopened = await open(options);
    await reopened.compact();
    const { state } = await reopened.prepare(inputs);
    expect(state).toMatchObject({ epoch: 1, reason: 'asked for' });
  });
});

describe('recordUsage', () => {
  it('adds up what the AI SDK reports, in either shape', async () => {
    const store = createMemoryStore();
    const session = await open({ store, id: 's' });
    expect(session.state().spend).toBeUndefined();
    await session.recordUsage({
      inputTokens: 100,
      outputTokens: 20,
      inputTokenDetails: { cacheReadTokens: 60, cacheWriteTokens: 30 },
      outputTokenDetails: { reasoningTokens: 5 },
    });
    await session.recordUsage({ inputTokens: 50, outputTokens: 10, cachedInputTokens: 40 });
    await session.recordUsage({ inputTokens: undefined, outputTokens: Number.NaN });
    const spend = {
      inputTokens: 150,
      outputTokens: 30,
      cacheReadTokens: 100,
      cacheWriteTokens: 30,
      reasoningTokens: 5,
    };
    expect(session.state().spend).toEqual(spend);
    expect((await open({ store, id: 's' })).state().spend).toEqual(spend);
  });

  it('counts what a summary cost too', async () => {
    const store = createMemoryStore();
    const session = await open({
      store,
      id: 's',
      contextWindow: 4000,
      summarizer: {
        name: 'billed',
        summarize: async ({ entries }) => ({
          snapshot: {
            text: 'what was before',
            tokens: 4,
            throughSeq: 0,
            messagesCovered: entries.length,
            source: 'model',
            sections: {},
            ledger: [],
          },
          usage: { inputTokens: 1000, outputTokens: 50 },
        }),
      },
    });
    await session.append(turns(20));
    await session.recordUsage({ inputTokens: 10, outputTokens: 1 });
    await session.compact();
    const spend = { inputTokens: 1010, outputTokens: 51 };
    expect(session.state().spend).toEqual(spend);
    expect((await open({ store, id: 's' })).state().spend).toEqual(spend);
  });
});

describe('state', () => {
  it('is there before anything was prepared', async () => {
    const session = await open({ contextWindow: 10_000, budget: { responseReserve: 1000 } });
    expect(session.state()).toMatchObject({
      window: 10_000,
      inputBudget: 9000,
      level: 'normal',
      source: 'heuristic',
      willCompact: false,
      epoch: 0,
    });
  });

  it('is the gauge of given inputs, and records nothing', async () => {
    const store = createMemoryStore();
    const session = await open({ store, id: 's' });
    await session.append([user('hello'), assistant('hi')]);
    const inputs = { instructions: 'word '.repeat(100) };
    expect(session.state(inputs).used.instructions).toBeGreaterThan(100);
    for await (const record of store.readRecords('s')) expect(record).toBeUndefined();
    const { state } = await session.prepare(inputs);
    expect(session.state(inputs)).toEqual(state);
  });

  it('remembers the size of the last request after reopening', async () => {
    const store = createMemoryStore();
    const session = await open({ store, id: 's' });
    await session.append(user('hello'));
    const { state } = await session.prepare({ instructions: 'word '.repeat(400) });
    const reopened = (await open({ store, id: 's' })).state();
    expect(Math.abs(reopened.used.total - state.used.total)).toBeLessThan(30);
  });
});

describe('several calls at once', () => {
  it('run in the order they were made', async () => {
    const session = await open({ contextWindow: 3000 });
    const [, first, , second, fork] = await Promise.all([
      session.append(user('one')),
      session.prepare(),
      session.append([assistant('two'), user('three')]),
      session.prepare(),
      session.fork(),
    ]);
    expect(first.messages).toEqual([user('one')]);
    expect(second.messages).toHaveLength(3);
    expect(await readAll(fork.entries())).toHaveLength(3);
  });

  it('append what they were given when they were made, whatever its owner does to it', async () => {
    const session = await open();
    const text = { type: 'text' as const, text: 'as it was' };
    const list = [{ message: { role: 'user' as const, content: [text] }, metadata: { of: 'ada' } }];
    const body = [{ role: 'user', content: 'in another format' }];
    const appended = session.append(list);
    const foreign = session.append(body, { as: 'openai-chat' });
    text.text = 'as it is now';
    for (const { metadata } of list) metadata.of = 'bob';
    list.push({ message: { role: 'user', content: [text] }, metadata: { of: 'carol' } });
    body.push({ role: 'user', content: 'too late' });
    expect(await appended).toMatchObject([
      { message: { content: [{ text: 'as it was' }] }, metadata: { of: 'ada' } },
    ]);
    expect((await foreign).map(({ message }) => message.content)).toEqual(['in another format']);
    expect((await session.prepare()).messages).toHaveLength(2);
  });

  it('go on behind one that failed', async () => {
    const session = await open({ contextWindow: 4000 });
    const results = await Promise.allSettled([
      session.append(null as unknown as Appendable),
      session.append(user('hello')),
      session.prepare({ instructions: 'word '.repeat(9000) }),
      session.compact(),
      session.prepare(),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('lose nothing in a storm', async () => {
    const session = await open({ contextWindow: 3000 });
    const calls: Promise<unknown>[] = [];
    for (let index = 0; index < 60; index++) {
      calls.push(session.append(turns(1, index)));
      if (index % 3 === 0) calls.push(session.prepare());
      if (index % 7 === 0) calls.push(session.compact());
    }
    await Promise.all(calls);
    const entries = await readAll(session.entries());
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
    expect(entries.map(({ message }) => messageText(message))).toEqual(
      turns(60).map((message) => messageText(message)),
    );
  });
});

describe('close', () => {
  it('resolves after the session was deleted, twice too', async () => {
    const store = createMemoryStore();
    const session = await open({ store });
    await session.append(turns(1));
    await store.deleteSession(session.id);
    await expect(session.close()).resolves.toBeUndefined();
    await expect(session.close()).resolves.toBeUndefined();
  });
});

describe('openSession', () => {
  it.each([0, 1, 40])('reads no entry twice, of %i turns', async (count) => {
    const memory = createMemoryStore();
    const first = await open({ store: memory, contextWindow: 4000 });
    await first.append([{ role: 'system', content: 'Be brief.' }, ...turns(count)]);
    if (count > 1) await first.prepare();
    const read: number[] = [];
    const store = {
      ...memory,
      async *read(...asked: Parameters<typeof memory.read>) {
        for await (const entry of memory.read(...asked)) {
          read.push(entry.seq);
          yield entry;
        }
      },
    };
    await open({ store, id: first.id, contextWindow: 4000 });
    expect(read.length).toBeGreaterThan(0);
    expect(read.toSorted((left, right) => left - right)).toEqual(
      [...new Set(read)].toSorted((left, right) => left - right),
    );
  });
});

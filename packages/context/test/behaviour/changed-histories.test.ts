import { createMemoryStore, messageText } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import {
  appendNewMessages,
  createAgentHooks,
  createContextMiddleware,
  syncMessages,
} from '../../src/ai-sdk/index.js';
import {
  call,
  logOf,
  open,
  rolesOf,
  say,
  scripted,
  textOf,
  toolsOf,
  versions,
} from '../support/scripted-sdk.js';
import { assistant, user } from '../support/conversation.js';

describe.each(versions)('a route with a wrapped model and $name', ({ sdk, Model }) => {
  async function setUp() {
    const session = await open();
    const { model, prompts } = scripted(
      Model,
      Array.from({ length: 9 }, (_, index) => say(`answer ${index}`)),
    );
    const wrapped = sdk.wrapLanguageModel({
      model,
      middleware: createContextMiddleware({ session }),
    });
    const answer = async (messages: object[]): Promise<string> =>
      (await sdk.generateText({ model: wrapped, messages })).text;
    return { session, prompts, answer };
  }

  // promise: any-3
  it('answers anew where a history leaves the answer off, and sends the question once', async () => {
    const { session, prompts, answer } = await setUp();
    await answer([user('name?')]);
    const history = [user('name?'), assistant('answer 0'), user('port?')];
    await answer(history);
    await answer(history);
    expect(prompts[2]).toEqual(prompts[1]);
    const { messages } = await session.prepare();
    expect(messages.map(messageText).slice(0, 4)).toEqual([
      'name?',
      'answer 0',
      'port?',
      'answer 2',
    ]);
  });

  // promise: any-3
  it('sends nothing of a question that was edited', async () => {
    const { prompts, answer } = await setUp();
    await answer([user('name?')]);
    await answer([user('name?'), assistant('answer 0'), user('I am Ann')]);
    const before = [user('name?'), assistant('answer 0')];
    await answer([...before, user('I am Ann'), assistant('answer 1'), user('who?')]);
    await answer([...before, user('I am Bob')]);
    expect(textOf(prompts.at(-1))).not.toMatch(/Ann|who|answer 1/);
    expect(textOf(prompts.at(-1))).toContain('I am Bob');
  });

  it('takes a prompt alone for a new question, even when it was asked before', async () => {
    const { session, answer } = await setUp();
    for (let turn = 0; turn < 3; turn++) await answer([user('go on')]);
    expect(await rolesOf(session)).toHaveLength(6);
  });
});

describe.each(versions)('createAgentHooks with $name', ({ sdk, Model }) => {
  // promise: any-6
  it('keeps every step, the last answer and what was billed, without another call', async () => {
    const session = await open();
    const { model } = scripted(Model, [call(1), call(2), say('done'), say('again')]);
    const tools = toolsOf(sdk, 20);
    for (const prompt of ['read all', 'once more']) {
      await sdk.generateText({
        model,
        prompt,
        tools,
        stopWhen: sdk.stopAfter(5),
        ...createAgentHooks({ session, tools, instructions: 'Be brief.' }),
      });
    }
    const log = await logOf(session);
    expect(log.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(messageText(log.at(-1)!.message)).toBe('again');
    expect(session.state().spend).toMatchObject({ inputTokens: 360, outputTokens: 40 });
  });
});

describe.each(versions)('an answer in a tool loop with $name', ({ sdk, Model }) => {
  /** One step with a call, and an answer that does not come to its end. */
  async function answer(end: (controller: AbortController) => Error) {
    const session = await open();
    const controller = new AbortController();
    const { model } = scripted(Model, [call(1), say('half an answer')]);
    const doStream = model.doStream.bind(model);
    let calls = 0;
    model.doStream = async (options) => {
      const result = await doStream(options);
      if (++calls === 1) return result;
      const reader = result.stream.getReader();
      let parts = 0;
      return {
        stream: new ReadableStream({
          async pull(to) {
            const { value } = await reader.read();
            if (parts++ === 2 || value === undefined) to.error(end(controller));
            else to.enqueue(value);
          },
        }),
      };
    };
    const tools = toolsOf(sdk, 20);
    const result = sdk.streamText({
      model,
      prompt: 'read',
      tools,
      stopWhen: sdk.stopAfter(5),
      abortSignal: controller.signal,
      maxRetries: 0,
      onError() {},
      ...createAgentHooks({ session, tools, instructions: 'Be brief.' }),
    });
    await Promise.resolve(result.text).catch(() => {});
    return logOf(session);
  }

  it.each([
    ['stopped', (controller: AbortController) => (controller.abort(), new Error('aborted'))],
    ['failed', () => new Error('the network is gone')],
  ])('that %s is kept and marked', async (incomplete, end) => {
    const log = await answer(end);
    expect(log.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(messageText(log.at(-1)!.message)).toBe('half an answer');
    expect(log.at(-1)?.metadata).toMatchObject({ incomplete });
    expect(log[1]?.metadata?.['incomplete']).toBeUndefined();
  });
});

describe('syncMessages', () => {
  it('takes lists without ids as well, and says what it did', async () => {
    const session = await open();
    const first = [user('q1'), assistant('a1'), user('q2')];
    expect(await syncMessages(session, first)).toMatchObject({ action: 'append' });
    expect(await syncMessages(session, first)).toMatchObject({ action: 'none', appended: [] });
    await session.append(assistant('a2'));
    expect(await syncMessages(session, first)).toMatchObject({ action: 'rewind', rewoundFrom: 3 });
    const edited = [...first.slice(0, 2), user('other')];
    expect((await syncMessages(session, edited)).action).toBe('rewind-and-append');
    const { messages } = await session.prepare();
    expect(messages.map(messageText)).toEqual(['q1', 'a1', 'other']);
  });

  it('keeps the ids of a client beside its own, and an edited message under its id', async () => {
    const session = await open();
    const ui = (id: string, role: 'user' | 'assistant', text: string) => ({
      id,
      role,
      parts: [{ type: 'text' as const, text }],
    });
    const list = [ui('m1', 'user', 'q1'), ui('m2', 'assistant', 'a1'), ui('m3', 'user', 'q2')];
    await syncMessages(session, list);
    await syncMessages(session, [...list.slice(0, 2), ui('m3', 'user', 'edited')]);
    const log = await logOf(session);
    expect(log.map(({ metadata }) => metadata?.['client'])).toEqual([
      { id: 'm1', index: 0 },
      { id: 'm2', index: 0 },
      { id: 'm3', index: 0 },
      { id: 'm3', index: 0 },
    ]);
    expect(new Set(log.map(({ id }) => id)).size).toBe(4);
    expect((await syncMessages(session, [ui('m3', 'user', 'edited')])).action).toBe('none');
  });

  it('refuses an option that it does not have', async () => {
    const session = await open();
    await expect(async () => syncMessages(session, [], { triger: 'x' } as never)).rejects.toThrow(
      /triger/,
    );
  });
});

describe('an answer that comes after its question was withdrawn', () => {
  it('is kept and in no request', async () => {
    const store = createMemoryStore();
    const session = await open(100_000, { store });
    await session.append([user('q1'), assistant('a1'), user('q2')]);
    await session.prepare();
    const elsewhere = await open(100_000, { store, id: session.id });
    await elsewhere.rewind(1);
    await session.append(assistant('late'));
    await session.append(user('q3'));
    const { messages } = await session.prepare();
    expect(messages.map(messageText)).toEqual(['q1', 'a1', 'q3']);
    expect(await logOf(session)).toHaveLength(5);
  });
});

it('syncMessages takes nothing from a list without ids that is behind the log', async () => {
  const session = await open();
  const turns = [user('name?'), assistant('Ann'), user('port?'), assistant('80'), user('host?')];
  await syncMessages(session, turns);
  for (const length of [2, 4]) {
    const behind = turns.slice(0, length);
    expect(await syncMessages(session, behind)).toMatchObject({ action: 'none', appended: [] });
  }
  expect(await rolesOf(session)).toHaveLength(5);
  // A turn that is handed in as new may say what an earlier one did.
  await appendNewMessages(session, [...turns, assistant('here')]);
  await appendNewMessages(session, [user('name?'), assistant('Ann')]);
  expect(await rolesOf(session)).toHaveLength(8);
});

it.each([appendNewMessages, syncMessages])(
  '%o appends what is new to a monotonous log',
  async (sync) => {
    const session = await open();
    const history = Array.from({ length: 50 }, () => [user('heartbeat'), assistant('ok')]).flat();
    await session.append(history);
    for (let beat = 0; beat < 3; beat++) {
      history.push(user('heartbeat'));
      await sync(session, history);
      expect(await logOf(session)).toHaveLength(history.length);
      history.push(assistant('ok'));
      await session.append(assistant('ok'));
      await sync(session, history);
      expect(await logOf(session)).toHaveLength(history.length);
    }
  },
);

it('withdraws nothing of a monotonous log for a caller who hands in the newest messages', async () => {
  const session = await open();
  const beats = Array.from({ length: 4 }, () => [user('heartbeat'), assistant('ok')]).flat();
  await session.append(beats);
  for (const question of ['heartbeat', 'And now?']) {
    await appendNewMessages(session, [...beats.slice(-2), user(question)]);
    const { messages } = await session.prepare();
    expect(messages.at(-1)).toEqual(user(question));
    await session.append(beats.slice(-1));
  }
  expect(await session.prepare()).toMatchObject({ state: { epoch: 0 } });
  expect(await logOf(session)).toHaveLength(12);
});

import { type ContextState, createMemoryStore, type Store } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { resumeChat, stopChat, syncMessages, toUIMessages } from '../../src/ai-sdk/index.js';
import { openSession } from '../../src/session/open-session.js';
import { BrowserlessChat } from '../support/browserless-chat.js';
import { createServer } from '../support/chat-server.js';
import { logOf, open, textOf, versions } from '../support/scripted-sdk.js';

const text = (words: string) => ({ type: 'text', text: words });
const posted = (id: string, role: string, ...parts: unknown[]) => ({ id, role, parts }) as never;
const signal = AbortSignal.any([]);

type UiPart = { type: string; data: { tokensBefore: number; tokensAfter: number } };

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const bytes = new Uint8Array(Buffer.from(PIXEL, 'base64'));

describe.each(versions)('a page with $name', (version) => {
  async function talk(chat: BrowserlessChat, turns: number): Promise<void> {
    for (let turn = 1; turn <= turns; turn++) await chat.sendMessage({ text: `question ${turn}` });
  }

  it.each([
    ['bytes', { type: 'image', image: bytes }],
    ['base64', { type: 'image', image: PIXEL, mediaType: 'image/png' }],
    ['a URL', { type: 'image', image: new URL('https://example.test') }],
    ['tagged data', { type: 'file', data: { type: 'data', data: PIXEL }, mediaType: 'image/png' }],
    ['a name', { type: 'file', data: bytes, mediaType: 'image/png', filename: 'a.png' }],
    ['text', { type: 'file', data: { type: 'text', text: 'grün' }, mediaType: 'text/plain' }],
    [
      'an id at a provider',
      {
        type: 'file',
        data: { type: 'reference', reference: { openai: 'file-1' } },
        mediaType: 'application/pdf',
      },
    ],
  ])('that is loaded anew goes on behind a file of %s', async (_, part) => {
    const server = await createServer(version);
    const session = await server.open();
    await session.append([
      { role: 'user', content: [text('look'), part] } as never,
      { role: 'assistant', content: 'I see.' },
    ]);
    const messages = await toUIMessages<never>(session);
    const chat = new BrowserlessChat(server.page, messages);
    expect(chat.messages[0]?.parts).toHaveLength(2);
    await chat.sendMessage({ text: 'and now?' });
    const roles = (await server.remaining()).map((line) => line.split(':')[0]);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('that is behind brings nothing back that another page took back', async () => {
    const server = await createServer(version);
    const first = new BrowserlessChat(server.page);
    await talk(first, 3);
    const second = new BrowserlessChat(server.page, structuredClone(first.messages));
    await first.sendMessage({ text: 'I am Bob', messageId: first.messages[2]?.id ?? '' });
    await second.sendMessage({ text: 'from the second page' });
    const expected = [...first.shown(), 'user: from the second page', second.shown().at(-1)];
    expect(await server.remaining()).toEqual(expected);
    expect(await server.next()).toEqual(expected);
    expect(textOf(server.prompts.at(-1))).not.toMatch(/question [23]/);
    await first.regenerate({ messageId: first.messages[1]?.id ?? '' });
    await second.sendMessage({ text: 'once more' });
    expect(await server.remaining()).toEqual([
      ...first.shown(),
      'user: once more',
      second.shown().at(-1),
    ]);
  });

  it('takes its own edit back by editing again', async () => {
    const server = await createServer(version);
    const chat = new BrowserlessChat(server.page);
    await talk(chat, 2);
    const messageId = chat.messages[2]?.id ?? '';
    await chat.sendMessage({ text: 'edited', messageId });
    await chat.sendMessage({ text: 'question 2', messageId });
    expect(chat.shown().at(-2)).toBe('user: question 2');
    expect(await server.remaining()).toEqual(chat.shown());
    expect(await server.next()).toEqual(chat.shown());
  });

  it('that asks again after an answer broke off gets a whole one in its place', async () => {
    const server = await createServer(version);
    server.control.script = (count) =>
      count === 1 ? ['half an ans', { type: 'error', error: 'boom' }] : [`answer ${count}`];
    const body = { messages: [posted('q', 'user', text('why?'))], trigger: 'submit-message' };
    await (await server.page(body, signal)).text();
    expect(await server.remaining()).toEqual(['user: why?', 'assistant: half an ans']);
    await (await server.page(body, signal)).text();
    expect(textOf(server.prompts.at(-1))).not.toContain('half an ans');
    expect(await server.remaining()).toEqual(['user: why?', 'assistant: answer 2']);
  });

  it('that has the answer is not given its parts a second time', async () => {
    const server = await createServer(version, {
      tools: (sdk) => ({
        ask: sdk.tool({ description: 'Asks', inputSchema: sdk.jsonSchema({ type: 'object' }) }),
      }),
    });
    server.control.script = (count) =>
      count === 1
        ? [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ask', input: '{}' }]
        : [`answer ${count}`];
    const chat = new BrowserlessChat(server.page);
    await chat.sendMessage({ text: 'ask me' });
    await chat.addToolOutput({ tool: 'ask' as never, toolCallId: 'c1', output: 'blue' });
    const waiting = structuredClone(chat.messages);
    await chat.sendMessage();
    const types = (page: BrowserlessChat) => page.messages.at(-1)?.parts.map(({ type }) => type);
    const whole = types(chat);
    await chat.sendMessage();
    expect(types(chat)).toEqual(whole);
    // The answer did not reach this one.
    const other = new BrowserlessChat(server.page, waiting);
    await other.sendMessage();
    expect(types(other)).toEqual(whole);
    expect(server.prompts).toHaveLength(2);
  });

  it('is told of the end of a compaction that fails', async () => {
    const store = createMemoryStore();
    const full: Store = {
      ...store,
      appendRecord: async (id, record, options) => {
        if (record.type === 'compaction') throw new Error('disk full');
        return store.appendRecord(id, record, options);
      },
    };
    const server = await createServer(version, { contextWindow: 2000, store: full });
    server.control.script = (count) => [`answer ${count} ${'word '.repeat(60)}`];
    const chat = new BrowserlessChat(server.page);
    const statuses: unknown[] = [];
    const follow = chat as unknown as {
      onData: (part: { type: string; data: { status: string } }) => void;
    };
    follow.onData = ({ type, data }) => {
      if (type === 'data-context-status') statuses.push(data.status);
    };
    const talkOn = async (): Promise<void> => {
      for (let turn = 1; turn <= 12; turn++) {
        await chat.sendMessage({ text: `question ${turn} ${'why '.repeat(60)}` });
      }
    };
    await expect(talkOn()).rejects.toThrow('The answer could not be completed.');
    expect(statuses).toEqual(['started', 'failed']);
  });

  const asksItself = { needsApproval: ({ path }: { path: string }) => path !== 'tmp' };
  const rules = [
    { rule: 'the tool', own: asksItself },
    { rule: 'the call, by tool', own: {}, toolApproval: { remove: 'user-approval' } },
    {
      rule: 'the call, by input',
      own: { needsApproval: false },
      toolApproval: { remove: ({ path }: { path: string }) => ({ type: ruleFor(path) }) },
    },
    {
      rule: 'the call, for all tools',
      own: {},
      toolApproval: ({ toolCall }: { toolCall: { input: { path: string } } }) =>
        ruleFor(toolCall.input.path),
    },
  ];
  const ruleFor = (path: string) => (path === 'tmp' ? 'approved' : 'user-approval');
  // `toolApproval` came with `ai` 7.
  const known = rules.filter(({ toolApproval }) => version.name === 'ai 7' || !toolApproval);
  const answers = known.flatMap((rule) => [true, false].map((approved) => ({ ...rule, approved })));

  it.each(answers)('that is loaded anew asks again what $rule asks ($approved)', async (given) => {
    const { own, toolApproval, approved } = given;
    const ran: string[] = [];
    const { jsonSchema, tool } = version.sdk;
    const inputSchema = jsonSchema({ type: 'object', properties: { path: { type: 'string' } } });
    const tools = {
      remove: tool({
        description: 'Removes a file',
        inputSchema,
        ...own,
        execute: ({ path }: { path: string }) => ran.push(path),
      }),
    };
    const asked = { tools, ...(toolApproval === undefined ? {} : { toolApproval }) };
    const server = await createServer(version, {
      tools: () => tools,
      ...(toolApproval === undefined ? {} : { call: { toolApproval } }),
    });
    const input = JSON.stringify({ path: 'a' });
    server.control.script = (count) =>
      count === 1
        ? [{ type: 'tool-call', toolCallId: 'c1', toolName: 'remove', input }]
        : [`answer ${count}`];
    await new BrowserlessChat(server.page).sendMessage({ text: 'remove it' });
    expect((await toUIMessages(await server.open())).at(-1)?.parts.at(-1)).toMatchObject({
      state: 'input-available',
    });
    const messages = await toUIMessages<never>(await server.open(), asked);
    const chat = new BrowserlessChat(server.page, messages, { sendAutomatically: true });
    const part = chat.messages.at(-1)?.parts.find(({ type }) => type === 'tool-remove');
    const { id } = (part as { approval: { id: string } }).approval;
    await chat.addToolApprovalResponse({ id, approved });
    while (!chat.shown().at(-1)?.includes('answer 2')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(ran).toEqual(approved ? ['a'] : []);
    const [state] = (await toUIMessages(await server.open(), asked))
      .flatMap(({ parts }) => parts)
      .flatMap((each) => (each.type === 'tool-remove' ? [each['state']] : []));
    expect(state).toBe(approved ? 'output-available' : 'output-denied');
  });

  // promise: any-11
  it('is shown how full the context is, and compactions as they are made', async () => {
    const server = await createServer(version, { contextWindow: 2000 });
    server.control.script = (count) => [`answer ${count} ${'word '.repeat(60)}`];
    const chat = new BrowserlessChat(server.page);
    const statuses: string[] = [];
    const follow = chat as unknown as { onData: (part: { type: string; data: object }) => void };
    follow.onData = ({ type, data }) => statuses.push(`${type} ${JSON.stringify(data)}`);
    const epochs: number[] = [];
    for (let turn = 1; turn <= 12; turn++) {
      await chat.sendMessage({ text: `question ${turn} ${'why '.repeat(60)}` });
      const { context } = chat.messages.at(-1)!.metadata as { context: ContextState };
      expect(context).toEqual((await server.open()).state());
      epochs.push(context.epoch);
    }
    const parts = chat.messages.flatMap((message) => message.parts as unknown as UiPart[]);
    const shown = parts.filter(({ type }) => type === 'data-context-compaction');
    expect(shown.length).toBeGreaterThan(0);
    for (const { data } of shown) expect(data.tokensAfter).toBeLessThan(data.tokensBefore);
    expect(parts.filter(({ type }) => type === 'data-context-status')).toEqual([]);
    const started = statuses.filter((line) => line.includes('"started"'));
    expect(started).toHaveLength(shown.length);
    expect(statuses.indexOf(started[0] ?? '')).toBeLessThan(
      statuses.findIndex((line) => line.startsWith('data-context-compaction')),
    );
    const reloaded = await toUIMessages(await server.open());
    expect(reloaded.at(-1)?.metadata?.context?.epoch).toBe(epochs.at(-1));
    const kept = reloaded.flatMap(({ parts: all }) => all as unknown as UiPart[]);
    expect(kept.filter(({ type }) => type === 'data-context-compaction')).toHaveLength(
      shown.length,
    );
  });

  it('that posts what is no message is told so', async () => {
    const server = await createServer(version);
    const send = (messages: unknown) =>
      server.page({ messages, trigger: 'submit-message' } as never, signal);
    for (const messages of [
      [null],
      ['hi'],
      [{}],
      [{ role: 'user', content: 'hi' }, posted('a', 'user', text('x'))],
      [posted('q', 'user', null)],
      [posted('q', 'user', { type: 'file', url: 'no url', mediaType: 'image/png' })],
      [posted('q', 'user', { type: 'file' })],
      [posted('q', 'user', { type: 'text' })],
    ]) {
      const error = await send(messages).catch((reason: unknown) => reason);
      expect(String(error)).toMatch(/^(?:ConfigError|UnsupportedFormatError): /);
      expect(await server.remaining()).toEqual([]);
    }
  });
});

describe('an answer that is being made', () => {
  it('is given to nobody who has another session of the same name', async () => {
    const [version] = versions;
    const store = createMemoryStore();
    const [here, there] = [store.forTenant('a'), store.forTenant('b')];
    const server = await createServer(version!, { store: here });
    await there.createSession({ id: server.id, agent: 'chat' });
    const hold = Promise.withResolvers<void>();
    server.control.hold = hold.promise;
    const body = { messages: [posted('q', 'user', text('hi'))], trigger: 'submit-message' };
    const response = await server.lasting(body, signal);
    const openIn = (tenant: Store) => openSession({ store: tenant, id: server.id, tokenizer });
    const { sdk } = version!;
    expect((await resumeChat({ session: await openIn(there), sdk })).status).toBe(204);
    expect((await resumeChat({ session: await openIn(createMemoryStore()), sdk })).status).toBe(
      204,
    );
    expect(await stopChat({ session: await openIn(there) })).toBe('none');
    expect((await resumeChat({ session: await openIn(store.forTenant('a')), sdk })).status).toBe(
      200,
    );
    hold.resolve();
    await response.text();
  });
});

describe('syncMessages', () => {
  it.each([null, undefined, 'hi', {}])('refuses %j, which is not a list', async (messages) => {
    const session = await open();
    await expect(async () => syncMessages(session, messages as never)).rejects.toThrow(
      /ConfigError|needs a list/,
    );
  });

  it('refuses another SDK’s message, and says how it is taken', async () => {
    const session = await open();
    const image = { type: 'image_url', image_url: { url: 'https://example.test/a.png' } };
    const list = [{ role: 'user', content: [image] }];
    await expect(syncMessages(session, list as never)).rejects.toThrow(
      /OpenAI's Chat Completions API.*@everlong\/formats\/openai-chat/,
    );
    expect(await logOf(session)).toEqual([]);
  });

  it('takes as long as a list warrants, however long and strange', async () => {
    const session = await open();
    const files = Array.from({ length: 8000 }, (_, index) => ({
      type: 'file',
      url: `https://example.test/${index}`,
      mediaType: 'image/png',
    }));
    await syncMessages(session, [posted('p', 'user', ...files)]);
    expect((await syncMessages(session, [posted('p', 'user', ...files)])).action).toBe('none');
    const aliens = Array.from({ length: 5000 }, (_, index) =>
      posted(`x${index}`, 'assistant', text(`other ${index}`)),
    );
    const { ignored } = await syncMessages(session, aliens, { takesAnswers: false });
    expect(ignored).toHaveLength(5000);
  });
});

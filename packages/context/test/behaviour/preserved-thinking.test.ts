import { createAnthropic } from '@ai-sdk/anthropic';
import { createMemoryStore, type ModelMessage } from '@everlong/core';
import {
  createAnthropicUpstream,
  quarters as tokenizer,
  THINKING_REFUSAL,
} from '@everlong/testing';
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  jsonSchema,
  tool,
  wrapLanguageModel,
} from 'ai';
import { describe, expect, it } from 'vitest';

import { createContextMiddleware } from '../../src/ai-sdk/index.js';
import { createContextManager, openSession, type Session } from '../../src/index.js';

const MODEL = 'claude-opus-5-5';
const LONG = 'a stone and a tree. '.repeat(60);
const REFUSAL = new Error(`messages.1.content.0: ${THINKING_REFUSAL}`);

const thought = (signature: string): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'reasoning', text: '', providerOptions: { anthropic: { signature } } },
    { type: 'text', text: `Said with ${signature}.` },
  ],
});

const signaturesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"signature":"([^"]+)"/g)].map(
    ([, signature = '']) => signature,
  );

async function ask(session: Session, text: string, signature: string): Promise<void> {
  await session.append({ role: 'user', content: text });
  await session.prepare();
  await session.append(thought(signature));
}

describe('a model that binds its thinking', () => {
  it('refuses nothing in tool loops that are compacted on the way, with its real adapter', async () => {
    let calls = 0;
    const upstream = createAnthropicUpstream({
      answer: ({ messages }) =>
        ++calls % 6 === 0 || JSON.stringify(messages).length < 10
          ? [{ type: 'text', text: 'Done.' }]
          : [
              {
                type: 'tool_use',
                id: `call_${calls}`,
                name: 'read',
                input: { path: `${calls}.ts` },
              },
            ],
    });
    const { fetch } = upstream;
    const session = await openSession({
      store: createMemoryStore(),
      model: MODEL,
      contextWindow: 4000,
      tokenizer,
      policy: 'everlong',
    });
    const model = wrapLanguageModel({
      model: createAnthropic({ apiKey: 'unused', fetch })(MODEL),
      middleware: createContextMiddleware({ session }),
    });
    const read = tool({
      inputSchema: jsonSchema<{ path: string }>({ type: 'object' }),
      execute: ({ path }) => `${path}: ${LONG}`,
    });
    for (let turn = 0; turn < 8; turn++) {
      await generateText({
        model,
        prompt: `Read on, ${turn}.`,
        tools: { read },
        stopWhen: isStepCount(10),
        maxRetries: 0,
      });
    }
    expect(upstream.refused).toBe(0);
    expect(session.state().epoch).toBeGreaterThan(3);
    expect(upstream.taken).toBeGreaterThan(40);
    const { plan } = await session.prepare();
    expect(plan.losses).toContainEqual(
      expect.objectContaining({ kind: 'reasoning', detail: 'made behind other bytes than these' }),
    );
  });

  it('gets what it thought since an epoch began, and nothing of before, reopened too', async () => {
    const store = createMemoryStore();
    const open = (): Promise<Session> => openSession({ store, id: 's', model: MODEL, tokenizer });
    const session = await open();
    await ask(session, 'One?', 's1');
    await ask(session, 'Two?', 's2');
    await session.append({ role: 'user', content: 'Three?' });
    expect(signaturesIn((await session.prepare()).messages)).toEqual(['s1', 's2']);
    const { plan } = await session.prepare({ instructions: 'Be brief.' });
    expect(plan.explain(1)?.reason).toContain('made behind other bytes');
    await session.append(thought('s3'));
    await session.append({ role: 'user', content: 'Four?' });
    const { messages } = await session.prepare({ instructions: 'Be brief.' });
    expect(signaturesIn(messages)).toEqual(['s3']);
    const again = await (await open()).prepare({ instructions: 'Be brief.' });
    expect(again.messages).toEqual(messages);
  });

  it('keeps its thinking where an answer is withdrawn and made again', async () => {
    const session = await openSession({ store: createMemoryStore(), model: MODEL, tokenizer });
    await ask(session, 'One?', 's1');
    await ask(session, 'Two?', 's2');
    await session.rewind(2);
    expect(signaturesIn((await session.prepare()).messages)).toEqual(['s1']);
  });

  it('reads that of another model only where the provider says so', async () => {
    const store = createMemoryStore();
    const open = (model: string): Promise<Session> =>
      openSession({ store, id: 's', model, tokenizer });
    await ask(await open(MODEL), 'One?', 's1');
    const switched = await open('claude-fable-5-1');
    await ask(switched, 'Two?', 's2');
    await switched.rewind(1);
    await switched.append({ role: 'user', content: 'Two, then?' });
    expect(signaturesIn((await switched.prepare()).messages)).toEqual(['s1']);
    const other = await open('claude-haiku-5-5');
    expect(signaturesIn((await other.prepare()).messages)).toEqual([]);
  });

  it('is not sent what it thought in a request that this log does not have', async () => {
    const session = await openSession({ store: createMemoryStore(), model: MODEL, tokenizer });
    await session.append([{ role: 'user', content: 'One?' }, thought('elsewhere')]);
    await ask(session, 'Two?', 's2');
    await session.append({ role: 'user', content: 'Three?' });
    const { messages, plan } = await session.prepare();
    expect(signaturesIn(messages)).toEqual(['s2']);
    expect(plan.losses).toMatchObject([{ seq: 1, kind: 'reasoning' }]);
  });
});

it('a model that binds nothing gets all of its thinking, as before', async () => {
  const session = await openSession({
    store: createMemoryStore(),
    model: 'claude-sonnet-4-5',
    tokenizer,
  });
  await session.append([{ role: 'user', content: 'One?' }, thought('elsewhere')]);
  await ask(session, 'Two?', 's2');
  await session.append({ role: 'user', content: 'Three?' });
  await session.prepare();
  const { messages } = await session.prepare({ instructions: 'Be brief.' });
  expect(signaturesIn(messages)).toEqual(['elsewhere', 's2']);
  for await (const entry of session.entries()) {
    expect(entry.metadata?.['everlongRequest'] ?? {}).not.toHaveProperty('prefix');
  }
});

describe('session.recover', () => {
  it.each([MODEL, 'a-gateway/our-model'])(
    'leaves refused thinking of %s out, once',
    async (model) => {
      const store = createMemoryStore();
      const open = (): Promise<Session> => openSession({ store, id: 's', model, tokenizer });
      const session = await open();
      await ask(session, 'One?', 's1');
      await session.append({ role: 'user', content: 'Two?' });
      expect(signaturesIn((await session.prepare()).messages)).toEqual(['s1']);
      expect(await session.recover(REFUSAL)).toMatchObject({ retry: true, overflow: false });
      const { messages } = await session.prepare();
      expect(signaturesIn(messages)).toEqual([]);
      expect((await (await open()).prepare()).messages).toEqual(messages);
      expect(await session.recover(REFUSAL)).toMatchObject({ retry: false, overflow: false });
      await session.append(thought('s2'));
      await ask(session, 'Three?', 's3');
      expect(signaturesIn((await session.prepare()).messages)).toEqual(['s2', 's3']);
      await session.compact();
      await session.append({ role: 'user', content: 'Four?' });
      const later = await session.prepare({ instructions: 'Be brief.' });
      expect(signaturesIn(later.messages)).toEqual([]);
    },
  );

  it('takes a broken signature for what it is', async () => {
    const session = await openSession({ store: createMemoryStore(), model: MODEL, tokenizer });
    await ask(session, 'One?', 's1');
    const broken = new Error('messages.1.content.0: Invalid `signature` in `thinking` block');
    expect((await session.recover(broken)).retry).toBe(false);
  });
});

describe('createContextManager', () => {
  const options = { model: MODEL, maxTokens: 4000, responseReserve: 200, tokenizer };

  it.each(['model messages', 'UI messages'])('sends %s that nothing refuses', async (kind) => {
    let calls = 0;
    const upstream = createAnthropicUpstream({
      answer: () =>
        ++calls % 4 === 0
          ? [{ type: 'text', text: `Done. ${LONG}` }]
          : [
              {
                type: 'tool_use',
                id: `call_${calls}`,
                name: 'read',
                input: { path: `${calls}.ts` },
              },
            ],
    });
    const { fetch } = upstream;
    const model = createAnthropic({ apiKey: 'unused', fetch })(MODEL);
    const manager = createContextManager(options);
    const list = kind === 'UI messages' ? createUiList() : createModelList();
    for (let turn = 0; turn < 12; turn++) {
      list.ask(`Read on, ${turn}. ${LONG}`);
      for (let step = 0; step < 4; step++) {
        const { messages, system } = await list.prepare(manager);
        const { content } = await generateText({
          model,
          system,
          messages,
          tools: { read: tool({ inputSchema: jsonSchema({ type: 'object' }) }) },
          maxRetries: 0,
        });
        list.answer(content);
      }
    }
    expect(upstream.refused).toBe(0);
    expect(upstream.taken).toBeGreaterThan(20);
  });
});

type Content = { type: string; text?: string; toolCallId?: string; providerMetadata?: object }[];

interface ChatList {
  ask(text: string): void;
  prepare(
    manager: ReturnType<typeof createContextManager>,
  ): Promise<{ messages: ModelMessage[]; system: string }>;
  answer(content: Content): void;
}

function createModelList(): ChatList {
  const list: ModelMessage[] = [];
  return {
    ask: (content) => void list.push({ role: 'user', content }),
    async prepare(manager) {
      const { messages, systemPrompt: system } = await manager.prepareMessages(list, 'Be kind.');
      return { messages, system };
    },
    answer(content) {
      const parts = content.map(({ providerMetadata: providerOptions, ...part }) => ({
        ...part,
        ...(providerOptions === undefined ? {} : { providerOptions }),
      }));
      list.push({ role: 'assistant', content: parts } as ModelMessage);
      const results = content
        .filter(({ type }) => type === 'tool-call')
        .map(({ toolCallId }) => ({
          type: 'tool-result',
          toolCallId,
          toolName: 'read',
          output: { type: 'text', value: LONG },
        }));
      if (results.length > 0) list.push({ role: 'tool', content: results } as ModelMessage);
    },
  };
}

function createUiList(): ChatList {
  const list: { id: string; role: string; parts: { type: string }[] }[] = [];
  return {
    ask: (text) =>
      void list.push({
        id: `m${list.length}`,
        role: 'user',
        parts: [{ type: 'text', text } as never],
      }),
    async prepare(manager) {
      const { messages, systemPrompt: system } = await manager.prepareMessages(list, 'Be kind.');
      return { messages: await convertToModelMessages(messages as never), system };
    },
    answer(content) {
      const parts = content.map((part) =>
        part.type === 'tool-call'
          ? {
              type: 'tool-read',
              toolCallId: part.toolCallId,
              state: 'output-available',
              input: {},
              output: LONG,
            }
          : part,
      );
      const last = list.at(-1);
      const step = [{ type: 'step-start' }, ...parts];
      if (last?.role === 'assistant') last.parts.push(...step);
      else list.push({ id: `m${list.length}`, role: 'assistant', parts: step });
    },
  };
}

it('an empty text that carries a signature of Gemini goes back to its model, and to no other', async () => {
  const store = createMemoryStore();
  const open = (model: string): Promise<Session> =>
    openSession({ store, id: 's', model, tokenizer });
  const session = await open('gemini-3-pro-preview');
  await session.append({ role: 'user', content: 'One?' });
  await session.append(
    { role: 'model', parts: [{ text: 'Said.' }, { text: '', thoughtSignature: 'c2lnbmVk' }] },
    { as: 'gemini' },
  );
  await session.append({ role: 'user', content: 'Two?' });
  const signed = 'thoughtSignature":"c2lnbmVk';
  expect(JSON.stringify((await session.prepare({ as: 'gemini' })).body)).toContain(signed);
  const other = await open('gemini-2.5-pro');
  expect(JSON.stringify((await other.prepare({ as: 'gemini' })).body)).not.toContain(signed);
});

import { createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  createAgentHooks,
  createContextMiddleware,
  createToolSearch,
} from '../../src/ai-sdk/index.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { exchange } from '../support/watched-session.js';
import { open, say, scripted, versions } from '../support/scripted-sdk.js';
import { readAll, user } from '../support/conversation.js';

/** 35 tools with descriptions as long as real ones. */
const tools = Object.fromEntries(
  Array.from({ length: 35 }, (_, index) => [
    `tool_${index}`,
    {
      description: `Does the thing number${index}. ${'It is described at length. '.repeat(20)}`,
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      execute: () => 'done',
    },
  ]),
);

const searched = (id: string, ...names: string[]) => [
  {
    role: 'assistant' as const,
    content: [
      {
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: 'tool_search',
        input: { query: 'x' },
      },
    ],
  },
  {
    role: 'tool' as const,
    content: [
      {
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: 'tool_search',
        output: { type: 'json' as const, value: { loaded: names.map((name) => ({ name })) } },
      },
    ],
  },
];

describe('prepare({ deferTools: true })', () => {
  const inputs = { tools, deferTools: true };

  it('sends the search tool and no other until one is loaded, and the gauge shows what that saves', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append(user('hello'));
    const all = session.state({ tools }).used.tools;
    const { activeTools, state } = await session.prepare(inputs);
    expect(activeTools).toEqual(['tool_search']);
    expect(state.used.tools).toBeLessThan(all / 20);
    expect(all).toBeGreaterThan(4000);
  });

  it('begins an epoch when tools are loaded, with that reason, once a turn', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, tokenizer });
    await session.append(user('hello'));
    await session.prepare(inputs);
    await session.append(searched('s1', 'tool_3', 'tool_5', 'no_such_tool'));
    const first = await session.prepare(inputs);
    expect(first.activeTools).toEqual(['tool_search', 'tool_3', 'tool_5']);
    expect(first.state.epoch).toBe(1);
    expect(first.plan.decision.reason).toBe('tools were loaded: tool_3, tool_5');
    await session.append(searched('s2', 'tool_7'));
    const second = await session.prepare(inputs);
    expect([second.activeTools, second.state.epoch]).toEqual([first.activeTools, 1]);
    await session.append(user('next'));
    const third = await session.prepare(inputs);
    expect(third.activeTools).toEqual(['tool_search', 'tool_3', 'tool_5', 'tool_7']);
    expect(third.state.epoch).toBe(2);
    const again = await openSession({ store, id: session.id, tokenizer });
    const reopened = await again.prepare(inputs);
    expect(reopened.activeTools).toEqual(third.activeTools);
    expect(reopened.messages).toEqual(third.messages);
    expect(reopened.state.epoch).toBe(2);
  });

  it('sends tools that the conversation used before', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([user('hello'), ...exchange('c1')]);
    const { activeTools } = await session.prepare({
      tools: { ...tools, run: { inputSchema: { type: 'object' } } },
      deferTools: true,
    });
    expect(activeTools).toEqual(['tool_search', 'run']);
  });
});

it('finds the tool whose number is asked for', () => {
  const numbered = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `page_${index}`,
      { description: `Reads page ${index}`, inputSchema: {}, execute: () => '' },
    ]),
  );
  const { tool_search: search } = createToolSearch({ tools: numbered, limit: 1 });
  expect(search.execute({ query: 'read page 7' }).loaded.map(({ name }) => name)).toEqual([
    'page_7',
  ]);
});

describe.each(versions)('createToolSearch with $name', ({ sdk, Model }) => {
  type Call = (session: Session, tools: object) => object;

  const asHooks: Call = (session, all) =>
    createAgentHooks({ session, tools: all, instructions: '', deferTools: true });

  it.each([
    ['hooks', asHooks],
    ['a wrapped model', undefined],
  ])('lets a model find a tool, load it and call it in one loop, with %s', async (_, hooks) => {
    const session = await open();
    const ask = (id: string, toolName: string, input: object) => [
      { type: 'tool-call', toolCallId: id, toolName, input: JSON.stringify(input) },
    ];
    const { model } = scripted(Model, [
      ask('a', 'tool_search', { query: 'number7 number9' }),
      ask('b', 'tool_7', { path: 'x' }),
      say('done'),
    ]);
    const mine = Object.fromEntries(
      Object.entries(tools).map(([name, each]) => [
        name,
        sdk.tool({ ...each, inputSchema: sdk.jsonSchema(each.inputSchema) }),
      ]),
    );
    const all = { ...mine, ...createToolSearch({ tools: mine }) };
    const middleware = createContextMiddleware({ session, deferTools: true });
    const { text } = await sdk.generateText({
      model: hooks === undefined ? sdk.wrapLanguageModel({ model, middleware }) : model,
      prompt: 'do number7',
      tools: all,
      stopWhen: sdk.stopAfter(5),
      ...hooks?.(session, all),
    });
    expect(await text).toBe('done');
    const sent = model.doGenerateCalls.map((call) => call.tools?.map(({ name }) => name));
    expect(sent[0]).toEqual(['tool_search']);
    expect(sent[1]?.toSorted()).toEqual(['tool_7', 'tool_9', 'tool_search']);
    expect(await readAll(session.entries())).toHaveLength(6);
  });
});

import { createMemoryStore, type ModelMessage, UnsupportedFormatError } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { SdkFormat } from '../../src/session-work/sdk-formats.js';

const open = () => openSession({ store: createMemoryStore(), contextWindow: 50_000, tokenizer });

/** One call of a tool and its result, as each SDK's user would append them one by one. */
const conversations: Readonly<Partial<Record<SdkFormat, readonly object[]>>> = {
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'Read a.ts' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'call_a', name: 'read', input: { path: 'a.ts' } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_a', content: 'port = 8443' }],
    },
  ],
  'openai-chat': [
    { role: 'user', content: 'Read a.ts' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'call_a',
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a.ts"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'call_a', content: 'port = 8443' },
  ],
  'openai-responses': [
    { role: 'user', content: 'Read a.ts' },
    { type: 'function_call', call_id: 'call_a', name: 'read', arguments: '{"path":"a.ts"}' },
    { type: 'function_call_output', call_id: 'call_a', output: 'port = 8443' },
  ],
  gemini: [
    { role: 'user', parts: [{ text: 'Read a.ts' }] },
    { role: 'model', parts: [{ functionCall: { name: 'read', args: { path: 'a.ts' } } }] },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'read', response: { output: 'port = 8443' } } }],
    },
  ],
  langchain: [
    { type: 'human', data: { content: 'Read a.ts' } },
    {
      type: 'ai',
      data: {
        content: '',
        tool_calls: [{ id: 'call_a', name: 'read', args: { path: 'a.ts' }, type: 'tool_call' }],
      },
    },
    { type: 'tool', data: { content: 'port = 8443', tool_call_id: 'call_a', name: 'read' } },
  ],
};
const sdks = Object.keys(conversations) as SdkFormat[];

describe('a message of another SDK', () => {
  // promise: any-1
  it.each(sdks)('of %s is refused, and the error says how it is taken', async (as) => {
    const session = await open();
    const [, call, result] = conversations[as] ?? [];
    for (const message of [call, result]) {
      const error: unknown = await session
        .append(message as ModelMessage)
        .catch((reason: unknown) => reason);
      expect(UnsupportedFormatError.isInstance(error)).toBe(true);
      expect(String(error)).toContain(`session.append(message, { as: '${as}' })`);
      expect(String(error)).toContain(`@everlong/formats/${as}`);
    }
    for await (const entry of session.entries()) expect(entry).toBeUndefined();
  });

  // promise: any-1
  it.each(sdks)('of %s is taken with its name, and the model sees all of it', async (as) => {
    const session = await open();
    for (const message of conversations[as] ?? []) await session.append(message, { as });
    const { messages, plan } = await session.prepare();
    const [user, assistant, tool] = messages;
    expect(messages).toHaveLength(3);
    expect(JSON.stringify(user)).toContain('Read a.ts');
    const [call] = (assistant?.content ?? []) as { toolCallId: string }[];
    expect(call).toMatchObject({ type: 'tool-call', toolName: 'read', input: { path: 'a.ts' } });
    expect(tool?.content).toMatchObject([
      { toolCallId: call?.toolCallId, toolName: 'read', output: { value: 'port = 8443' } },
    ]);
    expect(plan.ranges.every(({ disposition }) => disposition === 'verbatim')).toBe(true);
  });

  // promise: any-10
  it.each(sdks)('of %s comes back as it was in a body for that SDK', async (as) => {
    const session = await open();
    await session.append([...(conversations[as] ?? [])], { as });
    const { body, losses, state } = await session.prepare({ instructions: 'Be brief.', as });
    expect(losses).toEqual([]);
    expect(state.used.total).toBeGreaterThan(0);
    if (as === 'langchain') return;
    const text = JSON.stringify(body);
    const plain = text.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
    for (const message of conversations[as] ?? []) expect(plain).toContain(JSON.stringify(message));
  });

  it('of no known name is refused with the names that there are', async () => {
    const session = await open();
    const append = session.append(
      { role: 'user', content: 'Hi' },
      { as: 'antropic' as 'anthropic' },
    );
    await expect(append).rejects.toThrow(/no format "antropic".*anthropic/);
    await expect(session.prepare({ as: 'openai' as 'openai-chat' })).rejects.toThrow(/openai-chat/);
  });
});

describe('a plan', () => {
  // promise: any-2
  it('never calls an entry verbatim whose part no request can show', async () => {
    const session = await open();
    const parts = [
      { type: 'text', text: 'Look.' },
      { type: 'hologram', light: 1 },
    ];
    await session.append({ role: 'user', content: parts } as unknown as ModelMessage);
    await session.append({
      role: 'assistant',
      content: [
        { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' },
        { type: 'text', text: 'Drawn.' },
      ],
    });
    const { plan } = await session.prepare();
    expect(plan.explain(0)).toMatchObject({
      disposition: 'truncated',
      reason: 'its part of type hologram cannot be shown',
    });
    expect(plan.explain(1)).toMatchObject({ disposition: 'truncated' });
  });
});

describe('a body for another SDK', () => {
  const tool = { name: 'read', description: 'Reads', inputSchema: { type: 'object' } };

  it('has instructions, tools and at most four cache markers for Anthropic', async () => {
    const session = await open();
    for (let turn = 0; turn < 40; turn++) {
      await session.append({ role: 'user', content: `Question ${turn}` });
      await session.append({ role: 'assistant', content: `Answer ${turn}` });
    }
    await session.append({ role: 'user', content: 'And now?' });
    const { body } = await session.prepare({
      instructions: 'Be brief.',
      tools: [tool],
      as: 'anthropic',
    });
    expect(body.system).toEqual([
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ]);
    expect(body.tools).toEqual([
      { name: 'read', description: 'Reads', input_schema: { type: 'object' } },
    ]);
    const marks = JSON.stringify(body).match(/cache_control/g) ?? [];
    expect(marks.length).toBeGreaterThan(1);
    expect(marks.length).toBeLessThanOrEqual(4);
    expect(body.messages.at(-1)?.content).toMatchObject([
      { text: 'And now?', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('gives calls of custom tools back as they were', async () => {
    const session = await openSession({ store: createMemoryStore(), model: 'gpt-5' });
    const chat = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'grep', input: 'x = 1' } }],
    };
    await session.append([{ role: 'user', content: 'Find it' }, chat], { as: 'openai-chat' });
    await session.append(
      { role: 'tool', tool_call_id: 'c1', content: 'here' },
      { as: 'openai-chat' },
    );
    const item = { type: 'custom_tool_call', call_id: 'c2', name: 'grep', input: 'y = 2' };
    const output = { type: 'custom_tool_call_output', call_id: 'c2', output: 'there' };
    await session.append([item, output], { as: 'openai-responses' });
    const { messages } = (await session.prepare({ as: 'openai-chat' })).body;
    expect(messages).toContainEqual(expect.objectContaining({ tool_calls: chat.tool_calls }));
    const { input } = (await session.prepare({ as: 'openai-responses' })).body;
    expect(input).toContainEqual(expect.objectContaining(item));
  });

  it.each([
    ['gpt-5.6-sol', 2],
    ['gpt-4.1', 0],
  ])('tells OpenAI where to cache if the model takes it: %s', async (model, expected) => {
    const session = await openSession({ store: createMemoryStore(), model, contextWindow: 4000 });
    for (let turn = 0; turn < 40; turn++) {
      await session.append({ role: 'user', content: `Question ${turn} ${'why '.repeat(50)}` });
      await session.append({ role: 'assistant', content: `Answer ${turn} ${'so '.repeat(50)}` });
    }
    await session.append({ role: 'user', content: 'And now?' });
    const inputs = { instructions: 'Be brief.', tools: [tool] };
    const chat = (await session.prepare({ ...inputs, as: 'openai-chat' })).body;
    const responses = (await session.prepare({ ...inputs, as: 'openai-responses' })).body;
    expect(session.state().used.summary).toBeGreaterThan(0);
    const mark = { prompt_cache_breakpoint: { mode: 'explicit' } };
    for (const items of [chat.messages, responses.input]) {
      const marked = items.filter((item) =>
        JSON.stringify(item).includes('prompt_cache_breakpoint'),
      );
      expect(marked).toHaveLength(expected);
      if (expected === 0) continue;
      expect(items.slice(0, 2)).toEqual(marked);
      expect(marked[0]).toMatchObject({
        role: 'system',
        content: [{ text: 'Be brief.', ...mark }],
      });
      expect(marked[1]).toMatchObject({ role: 'user', content: [mark] });
    }
  });

  it('has a result for a call that the user has allowed and nobody has run', async () => {
    const session = await open();
    await session.append([
      { role: 'user', content: 'Delete a.ts' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'call_a', toolName: 'rm', input: {} },
          { type: 'tool-approval-request', approvalId: 'ask', toolCallId: 'call_a' },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId: 'ask', approved: true }],
      },
    ]);
    const { body, losses } = await session.prepare({ as: 'openai-chat' });
    expect(body.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_a',
      content: 'This call has no result yet.',
    });
    expect(losses.map(({ kind }) => kind)).toContain('approval');
  });

  // promise: any-10
  it('counts tools alike in every shape', async () => {
    const session = await open();
    await session.append({ role: 'user', content: 'Hi' });
    const { inputSchema, ...named } = tool;
    const shapes = [
      [tool],
      { tools: [tool] },
      { read: { description: 'Reads', inputSchema } },
      [{ ...named, input_schema: inputSchema }],
      [{ type: 'function', function: { ...named, parameters: inputSchema } }],
      [{ type: 'function', ...named, parameters: inputSchema }],
      [{ functionDeclarations: [{ ...named, parametersJsonSchema: inputSchema }] }],
    ];
    const used = shapes.map((tools) => session.state({ tools }).used.tools);
    expect(new Set(used).size).toBe(1);
    expect(used[0]).toBeGreaterThan(0);
    for (const tools of shapes) {
      const { body } = await session.prepare({ tools, as: 'anthropic' });
      expect(body.tools).toMatchObject([{ name: 'read', input_schema: { type: 'object' } }]);
    }
  });
});

describe('usage', () => {
  // promise: any-5
  it.each([
    ['Anthropic', { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90 }],
    ['OpenAI Chat', { prompt_tokens: 100, completion_tokens: 5 }],
    [
      'OpenAI Responses',
      { input_tokens: 100, output_tokens: 5, input_tokens_details: { cached_tokens: 90 } },
    ],
    ['Gemini', { promptTokenCount: 100, candidatesTokenCount: 3, thoughtsTokenCount: 2 }],
    [
      'LangChain',
      {
        input_tokens: 100,
        output_tokens: 5,
        total_tokens: 105,
        input_token_details: { cache_read: 90 },
      },
    ],
    ['the AI SDK', { inputTokens: 100, outputTokens: 5 }],
  ])('of %s is booked as it is: the whole prompt, and the answer', async (_, usage) => {
    const session = await open();
    await session.append({ role: 'user', content: 'Hi' });
    await session.prepare();
    await session.recordUsage(usage);
    expect(session.state().spend).toMatchObject({ inputTokens: 100, outputTokens: 5 });
  });

  it.each([undefined, null, {}, { tokens: 5 }, 'five'])('%j is refused', async (usage) => {
    const session = await open();
    await expect(session.recordUsage(usage as never)).rejects.toThrow(/as the usage of a call/);
  });
});

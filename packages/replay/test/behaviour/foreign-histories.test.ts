import { createMemoryStore, openSession } from '@everlong/context';
import type { FilePart, ModelMessage } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import {
  validateAnthropicMessages,
  validateOpenAIChat,
  validateOpenAIResponses,
} from '@everlong/validators';
import { describe, expect, it } from 'vitest';

import { createAdapterBody } from '../../src/validity/adapter-bodies.js';

const HOSTED = {
  gemini: [
    { role: 'user', parts: [{ text: 'Run it' }] },
    {
      role: 'model',
      parts: [
        { text: 'So.', thoughtSignature: 'c2ln' },
        { executableCode: { language: 'PYTHON', code: 'print(8443)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '8443' } },
        { text: 'It is 8443.' },
      ],
    },
  ],
  anthropic: [
    { role: 'user', content: 'Look it up' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'port' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [
            {
              type: 'web_search_result',
              url: 'https://a.b',
              title: '8443',
              encrypted_content: 'e',
            },
          ],
        },
        { type: 'text', text: 'It is 8443.' },
      ],
    },
  ],
} as const;

describe('what another provider’s model said', () => {
  it.each([
    ['gemini', 'openai-chat', 'gpt-5', validateOpenAIChat],
    ['gemini', 'openai-responses', 'gpt-5', validateOpenAIResponses],
    ['gemini', 'anthropic', 'claude-sonnet-4-5', validateAnthropicMessages],
    ['anthropic', 'openai-chat', 'gpt-5', validateOpenAIChat],
    ['anthropic', 'openai-responses', 'gpt-5', validateOpenAIResponses],
  ] as const)('in %s is sent as text to %s', async (from, as, model, validate) => {
    const session = await openSession({ store: createMemoryStore(), model, tokenizer });
    const [, answer] = await session.append(HOSTED[from], { as: from });
    expect(answer?.model).toBeUndefined();
    await session.append({ role: 'user', content: 'Thanks' });
    const { body, losses } = await session.prepare({ as });
    expect(validate({ model, max_tokens: 100, ...body })).toEqual([]);
    expect(JSON.stringify(body)).toContain('8443');
    expect(JSON.stringify(body)).not.toContain('c2ln');
    expect(losses.map(({ kind }) => kind)).toContain('provider-executed');
    const { messages } = await session.prepare();
    expect(JSON.stringify(messages)).not.toMatch(/providerExecuted|c2ln/);
  });

  it.each([
    ['anthropic', 'claude-opus-4-5'],
    ['anthropic', 'deepseek-chat'],
    ['anthropic', 'my-deployment'],
    ['gemini', 'gemini-2.5-pro'],
  ] as const)('in %s may be of %s', async (as, model) => {
    const session = await openSession({ store: createMemoryStore(), model, tokenizer });
    const [, answer] = await session.append(HOSTED[as], { as });
    expect(answer?.model).toBe(model);
  });
});

it('a custom call and its result go to another model as a function’s', async () => {
  const store = createMemoryStore();
  const options = { store, id: 's', tokenizer, contextWindow: 50_000 };
  const first = await openSession({ ...options, model: 'gpt-5' });
  const call = { type: 'custom_tool_call', id: 'ctc_1', name: 'apply_patch', input: '***' };
  await first.append(
    [
      { role: 'user', content: 'Patch it' },
      { ...call, call_id: 'call_1' },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'done' },
      { ...call, call_id: 'call_2', id: 'ctc_2' },
      { role: 'user', content: 'Stop.' },
    ],
    { as: 'openai-responses' },
  );
  const kinds = { 'gpt-5': 'custom_tool_call', 'gpt-5-mini': 'function_call' };
  for (const [model, kind] of Object.entries(kinds)) {
    const session = await openSession({ ...options, model });
    const { body } = await session.prepare({ as: 'openai-responses' });
    expect(validateOpenAIResponses({ model, ...body })).toEqual([]);
    const types = body.input.map((item) => (item as { type?: string }).type);
    expect(types.filter((type) => type?.startsWith(kind))).toHaveLength(4);
  }
});

describe('a file that another provider keeps', () => {
  const file = (kept: Record<string, string> | URL): FilePart => ({
    type: 'file',
    data: kept instanceof URL ? { type: 'url', url: kept } : { type: 'reference', reference: kept },
    mediaType: 'application/pdf',
  });
  const uploaded = new URL('https://generativelanguage.googleapis.com/v1beta/files/abc-1');
  const bodyOf = createAdapterBody();

  async function requestWith(part: FilePart, model: string) {
    const session = await openSession({ store: createMemoryStore(), model, tokenizer });
    const { data, mediaType } = part;
    const call = { toolCallId: 'call_1', toolName: 'fetch' };
    const result = {
      type: 'tool-result',
      ...call,
      output: { type: 'content', value: [{ type: 'file', data, mediaType }] },
    };
    await session.append([
      { role: 'user', content: [{ type: 'text', text: 'Read it.' }, part] },
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
      { role: 'tool', content: [result] } as ModelMessage,
    ]);
    return session.prepare();
  }

  it.each([
    ['gpt-5', 'openaiResponses', { anthropic: 'file_1' }],
    ['gpt-5', 'openaiChat', { anthropic: 'file_1', google: 'files/1' }],
    ['claude-sonnet-4-5', 'anthropic', { openai: 'file-1' }],
    ['gemini-2.5-pro', 'gemini', { openai: 'file-1' }],
    ['gpt-5', 'openaiResponses', uploaded],
    ['claude-sonnet-4-5', 'anthropic', uploaded],
  ] as const)('is named to %s', async (model, api, reference) => {
    const { instructions, messages, plan } = await requestWith(file(reference), model);
    const body = await bodyOf(api, { instructions, messages });
    expect(JSON.stringify(body).match(/application\/pdf, at another provider/g)).toHaveLength(2);
    expect(plan.losses).toMatchObject([
      { kind: 'file', seq: 0, part: 1 },
      { kind: 'file', seq: 2, part: 0 },
    ]);
    const truncated = { disposition: 'truncated', reason: 'a file in it is at another provider' };
    expect([plan.explain(0), plan.explain(2)]).toMatchObject([truncated, truncated]);
  });

  it.each([
    ['gpt-5', { openai: 'file-1', anthropic: 'file_1' }],
    ['gpt-5', { azure: 'file-1' }],
    ['my-deployment', { anthropic: 'file_1' }],
    ['gemini-2.5-pro', uploaded],
    ['gpt-5', new URL('https://a.example/v1beta/files/abc-1')],
  ] as const)('is sent to %s as %j', async (model, reference) => {
    const { messages, plan } = await requestWith(file(reference), model);
    expect(JSON.stringify(messages)).not.toContain('another provider');
    expect(plan.losses).toEqual([]);
  });
});

import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { ModelMessage } from '@everlong/core';
import { generateText, jsonSchema, type LanguageModel, type ToolSet } from 'ai';
import { describe, expect, it } from 'vitest';

import {
  type AdapterBodies,
  type AdapterBodiesOptions,
  type AdapterRequest,
  createAdapterBodies,
} from '../../src/validity/adapter-bodies.js';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } };

const tools: ToolSet = {
  read_file: {
    description: 'Reads a file',
    inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
  },
  screenshot: { description: 'Takes a picture', inputSchema: jsonSchema({ type: 'object' }) },
};

const conversation: ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is wrong on this page?' },
      { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
      {
        type: 'file',
        data: { type: 'data', data: Buffer.from(png, 'base64') },
        mediaType: 'image',
      },
    ],
  },
  {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: 'Two files and a picture tell more.',
        providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
      },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'read_file', input: { path: 'a.ts' } },
      { type: 'tool-call', toolCallId: 'call_2', toolName: 'read_file', input: { path: 'b.ts' } },
      { type: 'tool-call', toolCallId: 'call_3', toolName: 'screenshot', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_1',
        toolName: 'read_file',
        output: { type: 'json', value: { lines: ['export const a = 1;'], size: 19 } },
      },
      {
        type: 'tool-result',
        toolCallId: 'call_2',
        toolName: 'read_file',
        output: { type: 'error-text', value: 'ENOENT: b.ts' },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_3',
        toolName: 'screenshot',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'The page as it is now' },
            { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
          ],
        },
      },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'The title is missing. I try another file.' },
      { type: 'tool-call', toolCallId: 'call_4', toolName: 'read_file', input: { path: 'c.ts' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_4',
        toolName: 'read_file',
        output: { type: 'error-json', value: { code: 'EACCES', path: 'c.ts' } },
      },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'I may not read c.ts.' }] },
  { role: 'user', content: 'Then leave it.' },
  { role: 'user', content: [{ type: 'text', text: 'Read d.ts instead.' }] },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'call_5', toolName: 'read_file', input: { path: 'd.ts' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call_5',
        toolName: 'read_file',
        output: { type: 'execution-denied', reason: 'The user said no' },
      },
    ],
  },
];

const rich: AdapterRequest = {
  instructions: 'You repair web pages.',
  messages: conversation,
  tools,
};

/** The bodies that `generateText` itself makes the adapters post. */
async function bodiesOfGenerateText(
  request: AdapterRequest,
  providerOptions: NonNullable<AdapterBodiesOptions['providerOptions']> = {},
): Promise<AdapterBodies> {
  let posted = '';
  const fetch: typeof globalThis.fetch = (_url, init) => {
    posted = init?.body as string;
    return Promise.reject(new Error('captured'));
  };
  const bodyOf = async (model: LanguageModel): Promise<unknown> => {
    const call = generateText({ ...request, model, providerOptions, maxRetries: 0 });
    await expect(call).rejects.toThrow('captured');
    return JSON.parse(posted);
  };
  const settings = { apiKey: 'unused', fetch };
  return {
    anthropic: await bodyOf(createAnthropic(settings)('claude-sonnet-4-6')),
    openaiChat: await bodyOf(createOpenAI(settings).chat('gpt-5.5')),
    openaiResponses: await bodyOf(createOpenAI(settings).responses('gpt-5.5')),
    gemini: await bodyOf(createGoogle(settings)('gemini-3-pro-preview')),
  };
}

function violationsOf(bodies: AdapterBodies): unknown {
  return {
    anthropic: validateAnthropicMessages(bodies.anthropic),
    openaiChat: validateOpenAIChat(bodies.openaiChat),
    openaiResponses: validateOpenAIResponses(bodies.openaiResponses),
    gemini: validateGemini(bodies.gemini),
  };
}

function rulesOf(violations: Violation[]): string[] {
  return violations.map(({ rule }) => rule);
}

const none = { anthropic: [], openaiChat: [], openaiResponses: [], gemini: [] };

describe('bodies of generateText', () => {
  it('are valid for a rich conversation', async () => {
    expect(violationsOf(await bodiesOfGenerateText(rich))).toEqual(none);
  });

  it('are valid for every prefix that ends in user or tool content', async () => {
    const ends = conversation.flatMap(({ role }, index) =>
      role === 'user' || (role === 'tool' && conversation[index + 1]?.role !== 'tool')
        ? [index + 1]
        : [],
    );
    for (const end of ends) {
      const request = { ...rich, messages: conversation.slice(0, end) };
      expect(violationsOf(await bodiesOfGenerateText(request))).toEqual(none);
    }
    expect(ends).toEqual([1, 4, 6, 8, 9, 11]);
  });

  it('are refused where the adapters let a broken conversation pass', async () => {
    const bodies = await bodiesOfGenerateText({
      instructions: '',
      messages: [
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: [{ type: 'text', text: '' }] },
        { role: 'assistant', content: 'So?' },
      ],
    });
    expect(rulesOf(validateAnthropicMessages(bodies.anthropic))).toEqual([
      'anthropic/content-non-empty',
      'anthropic/first-message-user',
      'anthropic/ends-with-user',
      'anthropic/text-non-empty',
    ]);
    expect(rulesOf(validateOpenAIChat(bodies.openaiChat))).toEqual([
      'openai-chat/content-non-empty',
      'openai-chat/ends-with-user-or-tool',
    ]);
    expect(rulesOf(validateOpenAIResponses(bodies.openaiResponses))).toEqual([
      'openai-responses/content-non-empty',
      'openai-responses/ends-with-user-or-output',
    ]);
    expect(rulesOf(validateGemini(bodies.gemini))).toEqual([
      'gemini/system-shape',
      'gemini/parts-non-empty',
      'gemini/ends-with-user',
    ]);
  });

  it('are refused by Gemini where text and calls are two assistant messages', async () => {
    const [user, assistant, ...results] = conversation.slice(0, 4) as [
      ModelMessage,
      ModelMessage,
      ModelMessage,
      ModelMessage,
    ];
    const bodies = await bodiesOfGenerateText({
      ...rich,
      messages: [user, { role: 'assistant', content: 'Let me see.' }, assistant, ...results],
    });
    expect(violationsOf({ ...bodies, gemini: undefined })).toMatchObject({
      ...none,
      gemini: [{ rule: 'gemini/body-object' }],
    });
    expect(rulesOf(validateGemini(bodies.gemini))).toEqual(['gemini/call-position']);
  });
});

describe('createAdapterBodies', () => {
  const bodiesOf = createAdapterBodies();

  it('gives the bodies of generateText', async () => {
    expect(await bodiesOf(rich)).toEqual(await bodiesOfGenerateText(rich));
    const bare: AdapterRequest = { instructions: '', messages: [{ role: 'user', content: 'Hi' }] };
    expect(await bodiesOf(bare)).toEqual(await bodiesOfGenerateText(bare));
  });

  it('gives them for cache marks, provider options and items of the provider', async () => {
    const marked: AdapterRequest = {
      ...rich,
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: 'Once more', providerOptions: cacheMark }],
          providerOptions: cacheMark,
        },
        {
          role: 'assistant',
          content: [
            {
              type: 'reasoning',
              text: 'It was asked before.',
              providerOptions: {
                openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAAA==' },
                google: { thoughtSignature: 'c2lnbmF0dXJl' },
              },
            },
            {
              type: 'text',
              text: 'As before.',
              providerOptions: { openai: { itemId: 'msg_1' }, anthropic: { citations: [] } },
            },
          ],
        },
        ...conversation,
        { role: 'user', content: 'And now?', providerOptions: cacheMark },
      ],
    };
    for (const providerOptions of [{}, { openai: { store: false } }]) {
      const bodies = await createAdapterBodies({ providerOptions })(marked);
      expect(bodies).toEqual(await bodiesOfGenerateText(marked, providerOptions));
      expect(violationsOf(bodies)).toEqual(none);
    }
  });

  it('gives them for overlapping calls', async () => {
    const requests = [1, 4, 6].map((end) => ({ ...rich, messages: conversation.slice(0, end) }));
    const bodies = await Promise.all(requests.map(bodiesOf));
    for (const [index, request] of requests.entries()) {
      expect(bodies[index]).toEqual(await bodiesOfGenerateText(request));
    }
  });

  it('downloads nothing', async () => {
    const parts = ['https://example.com/page.png', 'https://example.com/page.pdf'].map((url) => ({
      type: 'file' as const,
      data: { type: 'url' as const, url: new URL(url) },
      mediaType: url.endsWith('.pdf') ? 'application/pdf' : 'image/png',
    }));
    const bodies = await bodiesOf({ ...rich, messages: [{ role: 'user', content: parts }] });
    expect(violationsOf(bodies)).toEqual(none);
    expect(JSON.stringify(bodies.anthropic)).toContain('https://example.com/page.png');
    expect(JSON.stringify(bodies.openaiChat)).toContain('data:application/pdf;base64,');
  });

  it('takes other models', async () => {
    const older = createAdapterBodies({
      models: { gemini: 'gemini-2.5-flash', openaiChat: 'gpt-4.1' },
    });
    const request = { ...rich, messages: conversation.slice(0, 4) };
    const { gemini, openaiChat } = await older(request);
    expect(openaiChat).toHaveProperty('messages[0].role', 'system');
    expect((await bodiesOf(request)).openaiChat).toHaveProperty('messages[0].role', 'developer');
    expect(validateGemini(gemini)).toEqual([]);
  });

  it('refuses what generateText refuses', async () => {
    const unanswered = { ...rich, messages: conversation.slice(0, 3) };
    await expect(bodiesOf(unanswered)).rejects.toThrow('call_3');
    const system: ModelMessage = { role: 'system', content: 'Obey.' };
    await expect(bodiesOf({ ...rich, messages: [system] })).rejects.toThrow('System messages');
    await expect(bodiesOf({ ...rich, messages: [] })).rejects.toThrow('must not be empty');
  });
});

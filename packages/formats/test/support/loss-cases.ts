import type { AssistantPart, ModelMessage, ToolResultOutput, UserPart } from '@everlong/core';

import { PNG } from './conversations.js';

const user = (...content: UserPart[]): ModelMessage => ({ role: 'user', content });
const assistant = (...content: AssistantPart[]): ModelMessage => ({ role: 'assistant', content });
const text = (value: string) => ({ type: 'text' as const, text: value });

const call = (id: string, input: unknown = { path: 'a.ts' }): AssistantPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'read',
  input,
});

const results = (...outputs: ToolResultOutput[]): ModelMessage => ({
  role: 'tool',
  content: outputs.map((output, index) => ({
    type: 'tool-result',
    toolCallId: `call_${index}`,
    toolName: 'read',
    output,
  })),
});

const done: ToolResultOutput = { type: 'text', value: 'done' };
const answered = (output: ToolResultOutput): ModelMessage[] => [
  assistant(call('call_0')),
  results(output),
];
const file = (data: unknown, mediaType: string, filename?: string): ModelMessage[] => [
  user({
    type: 'file',
    data: data as never,
    mediaType,
    ...(filename === undefined ? {} : { filename }),
  }),
];
const inline = (data: string) => ({ type: 'data', data });
const thought = (providerOptions?: object): ModelMessage[] => [
  assistant(
    {
      type: 'reasoning',
      text: 'Hm.',
      ...(providerOptions === undefined ? {} : { providerOptions: providerOptions as never }),
    },
    text('So.'),
  ),
];

/** What a message may hold, each in the smallest conversation that has it. */
export const lossCases: Readonly<Record<string, readonly ModelMessage[]>> = {
  'texts of user and assistant': [
    { role: 'user', content: 'Hi' },
    assistant(text('Hello')),
    user(text('One'), text('two')),
  ],
  'several texts of the assistant': [assistant(text('One'), text('two'))],
  'an empty text beside others': [user(text(''), text('two'))],
  'instructions before everything': [{ role: 'system', content: 'Be brief.' }, user(text('Hi'))],
  'a `system` message later': [user(text('Hi')), { role: 'system', content: 'Be brief.' }],
  'two messages of the assistant in a row': [assistant(text('One')), assistant(text('Two'))],
  'parallel calls and their results': [
    assistant(text('I look.'), call('call_0'), call('call_1', { n: 1.5 })),
    results(done, done),
  ],
  'a call whose id has a dot': [
    assistant(call('read.0')),
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'read.0', toolName: 'read', output: done }],
    },
  ],
  'a text after a call': [assistant(call('call_0'), text('Wait.')), results(done)],
  'an input that is not an object': [assistant(call('call_0', ['a'])), results(done)],
  'arguments cut off': [assistant(call('call_0', '{"path": "a')), results(done)],
  'a result: JSON': answered({ type: 'json', value: { ok: true } }),
  'a result: an error': answered({ type: 'error-text', value: 'ENOENT' }),
  'a result: an error in JSON': answered({ type: 'error-json', value: { code: 1 } }),
  'a result: refused by the user': answered({ type: 'execution-denied', reason: 'no' }),
  'a result: a text and an image': answered({
    type: 'content',
    value: [
      text('seen'),
      { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
    ],
  }),
  'a result: an image and a text': answered({
    type: 'content',
    value: [
      { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
      text('seen'),
    ],
  }),
  'an image': file(inline(PNG), 'image/png'),
  'an image with a name': file(inline(PNG), 'image/png', 'a.png'),
  'an image behind a URL': file({ type: 'url', url: new URL('https://x.com/a.png') }, 'image/*'),
  'a PDF with a name': file(inline('JVBERi0x'), 'application/pdf', 'a.pdf'),
  'a PDF without a name': file(inline('JVBERi0x'), 'application/pdf'),
  'a PDF behind a URL': file(
    { type: 'url', url: new URL('https://x.com/a.pdf') },
    'application/pdf',
  ),
  'a sound (WAV)': file(inline('UklGRgAA'), 'audio/wav'),
  'a text file': file({ type: 'text', text: 'notes' }, 'text/plain'),
  'a ZIP file with a name': file(inline('UEsDBAAA'), 'application/zip', 'a.zip'),
  'reasoning, unsigned': thought(),
  'reasoning, signed by Anthropic': thought({ anthropic: { signature: 'c2ln' } }),
  'reasoning, signed by Google': thought({ google: { thoughtSignature: 'c2ln' } }),
  'reasoning, encrypted by OpenAI': thought({
    openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ZW5j' },
  }),
  "Anthropic's cache marker": [
    user({
      ...text('Hi'),
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    }),
  ],
  'a search that Anthropic ran': [
    assistant(
      {
        type: 'tool-call',
        toolCallId: 'srvtoolu_1',
        toolName: 'web_search',
        input: { query: 'x' },
        providerExecuted: true,
      },
      {
        type: 'tool-result',
        toolCallId: 'srvtoolu_1',
        toolName: 'web_search',
        output: { type: 'json', value: [{ url: 'u', pageAge: null }] },
      },
      text('Found.'),
    ),
  ],
  'fields that only LangChain has': [
    { role: 'user', content: 'Read it.' },
    {
      ...assistant(text('I look.')),
      providerOptions: {
        everlong: {
          langchain: {
            fields: {
              additional_kwargs: { audio: { id: 'audio_1' } },
              invalid_tool_calls: [{ id: 'call_0', name: 'read', args: '{"pa', error: 'no JSON' }],
            },
          },
        },
      },
    },
  ],
  'a question for approval': [
    assistant(call('call_0'), {
      type: 'tool-approval-request',
      approvalId: 'ask_1',
      toolCallId: 'call_0',
    }),
    {
      role: 'tool',
      content: [
        { type: 'tool-approval-response', approvalId: 'ask_1', approved: true },
        { type: 'tool-result', toolCallId: 'call_0', toolName: 'read', output: done },
      ],
    },
  ],
  "another provider's own item": [
    assistant(
      { type: 'custom', kind: 'acme.item', providerOptions: { acme: { a: 1 } } },
      text('So.'),
    ),
  ],
};

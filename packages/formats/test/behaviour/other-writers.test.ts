import { messageText } from '@everlong/core';
import { expect, it } from 'vitest';

import { formats } from '../support/formats.js';

const user = { role: 'user', content: 'Go.' };
const result = { type: 'tool_result', tool_use_id: 'a', content: [{ query: 'q', found: 2 }] };
const builtin = { id: 'a', type: 'builtin_function' };

/** What the APIs' own documentation does not have, and servers, agents and SDKs write. */
const histories: Readonly<Record<string, readonly [format: string, body: object, text: string]>> = {
  "a call of a tool of Moonshot's": [
    'openai-chat',
    {
      messages: [
        user,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ ...builtin, function: { name: '$web_search', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'found' },
      ],
    },
    'found',
  ],
  'a part without a type': [
    'openai-chat',
    { messages: [{ role: 'user', content: [{ text: 'Go.' }] }] },
    'Go.',
  ],
  'objects in the result of a tool': [
    'anthropic',
    {
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] },
        { role: 'user', content: [result] },
      ],
    },
    '"found":2',
  ],
  'cache points for Bedrock': [
    'langchain',
    {
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'Be brief.' },
            { cachePoint: { type: 'default' } },
            { type: 'text', text: 'Be kind.' },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'text', text: 'Go.' }, { cachePoint: { type: 'default' } }],
        },
      ],
    },
    'Be kind.',
  ],
  'a message whose type is null': [
    'openai-responses',
    { input: [{ type: null, role: 'user', content: 'Go.' }] },
    'Go.',
  ],
  'answers with the type of a text of the user': [
    'openai-responses',
    { input: [user, { role: 'assistant', content: [{ type: 'input_text', text: 'Gone.' }] }] },
    'Gone.',
  ],
};

it.each(Object.entries(histories))('%s is read, and written again', (_, [name, body, text]) => {
  const { read, write } = formats[name]!;
  const messages = read(body);
  expect(messages.map(messageText)).toContainEqual(expect.stringContaining(text));
  expect(messages.filter((message) => message.content === '')).toEqual([]);
  expect(write({ messages })).toEqual(body);
});

it('the answer holds the text alone, whatever its type is called', () => {
  const content = [{ type: 'text', text: 'Gone.' }];
  const [message] = formats['openai-responses']!.read({ input: [{ role: 'assistant', content }] });
  expect(message && messageText(message)).toBe('Gone.');
});

it('an empty type of a call is that of a function', () => {
  const called = { id: 'a', type: '', function: { name: 'read', arguments: '{}' } };
  const body = { messages: [user, { role: 'assistant', content: null, tool_calls: [called] }] };
  const { read, write } = formats['openai-chat']!;
  expect(write({ messages: read(body) })).toMatchObject({
    messages: [user, { tool_calls: [{ ...called, type: 'function' }] }],
  });
});

it.each(['/uploads/face.png', ''])('a file of the AI SDK at %j is named', (url) => {
  const parts = [{ type: 'file', mediaType: 'image/png', url }];
  const { read, write } = formats['ai-sdk-ui']!;
  const messages = read([{ id: 'a', role: 'user', parts }]);
  expect(messages.map(messageText)).toEqual([`[image: image/png, ${url}]`]);
  expect(write({ messages })).toMatchObject({ messages: [{ parts }] });
});

it.each([undefined, null])('metadata of the AI SDK that is %j for a provider is none', (google) => {
  const parts = [{ type: 'text', text: 'Gone.', providerMetadata: { google } }];
  const [message] = formats['ai-sdk-ui']!.read([{ id: 'a', role: 'assistant', parts }]);
  expect(message?.content).toEqual([{ type: 'text', text: 'Gone.' }]);
});

it('calls in the shape of OpenAI are calls of LangChain, too', () => {
  const called = { name: 'read', arguments: '{"n":1}' };
  const calls = [{ id: 'a', type: 'function', function: called }];
  const [message] = formats['langchain']!.read({
    messages: [{ role: 'assistant', content: '', tool_calls: calls }],
  });
  expect(message?.content).toMatchObject([{ toolCallId: 'a', toolName: 'read', input: { n: 1 } }]);
});

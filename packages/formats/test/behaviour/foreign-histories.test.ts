import { type ModelMessage, toolCallsOf, toolResultsOf } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { Loss } from '../../src/messages/loss.js';
import { PNG } from '../support/conversations.js';
import { formats } from '../support/formats.js';

const user = (content: string) => ({ role: 'user', content });
const call = (name: string, args: string, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: args },
});
const asked = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });

/** What programs wrote that have no ids, or none that all APIs take: two calls, then `go on`. */
const histories: Readonly<Record<string, readonly [format: string, body: object]>> = {
  'calls without ids, results with names': [
    'openai-chat',
    {
      messages: [
        user('Go.'),
        asked(call('read', '{"n":1}'), call('write', '{"n":2}')),
        { role: 'tool', name: 'write', content: 'second' },
        { role: 'tool', name: 'read', content: 'first' },
        user('Go on.'),
      ],
    },
  ],
  'empty ids': [
    'openai-chat',
    {
      messages: [
        user('Go.'),
        asked(call('read', '{"n":1}', ''), call('read', '{"n":2}', '')),
        { role: 'tool', tool_call_id: '', content: 'first' },
        { role: 'tool', tool_call_id: '', content: 'second' },
        user('Go on.'),
      ],
    },
  ],
  'function_call, twice of one function': [
    'openai-chat',
    {
      messages: [
        user('Go.'),
        {
          role: 'assistant',
          content: null,
          function_call: { name: 'read', arguments: '{"n":1}' },
        },
        { role: 'function', name: 'read', content: 'first' },
        {
          role: 'assistant',
          content: null,
          function_call: { name: 'read', arguments: '{"n":2}' },
        },
        { role: 'function', name: 'read', content: 'second' },
        user('Go on.'),
      ],
    },
  ],
  'ids that Anthropic refuses': [
    'openai-chat',
    {
      messages: [
        user('Go.'),
        asked(call('read', '{"n":1}', 'functions.read:0'), call('read', '{"n":2}', 'read|1')),
        { role: 'tool', tool_call_id: 'functions.read:0', content: 'first' },
        { role: 'tool', tool_call_id: 'read|1', content: 'second' },
        user('Go on.'),
      ],
    },
  ],
  'ids that OpenAI refuses': [
    'anthropic',
    {
      messages: [
        user('Go.'),
        {
          role: 'assistant',
          content: [1, 2].map((n) => ({
            type: 'tool_use',
            id: `${'x'.repeat(90)}${n}`,
            name: 'read',
            input: { n },
          })),
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: `${'x'.repeat(90)}1`, content: 'first' },
            { type: 'tool_result', tool_use_id: `${'x'.repeat(90)}2`, content: 'second' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    },
  ],
  'calls of LangChain without ids': [
    'langchain',
    {
      messages: [
        user('Go.'),
        {
          type: 'ai',
          content: '',
          tool_calls: [
            { name: 'read', args: { n: 1 } },
            { name: 'read', args: { n: 2 } },
          ],
        },
        { type: 'tool', name: 'read', content: 'first' },
        { type: 'tool', name: 'read', content: 'second' },
        user('Go on.'),
      ],
    },
  ],
  'calls that LangChain keeps as OpenAI wrote them': [
    'langchain',
    {
      messages: [
        user('Go.'),
        {
          type: 'ai',
          content: '',
          additional_kwargs: {
            tool_calls: [call('read', '{"n":1}', 'a'), call('read', '{"n":2}', 'b')],
          },
        },
        { type: 'tool', tool_call_id: 'a', content: 'first' },
        { type: 'tool', tool_call_id: 'b', content: 'second' },
        user('Go on.'),
      ],
    },
  ],
  'Gemini in the spelling of Python': [
    'gemini',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Go.' }] },
        {
          role: 'model',
          parts: [1, 2].map((n) => ({
            text: null,
            function_call: { name: 'read', args: { n } },
            thought_signature: 'c2ln',
          })),
        },
        {
          role: 'tool',
          parts: ['first', 'second'].map((output) => ({
            function_response: { name: 'read', response: { output } },
          })),
        },
        { role: 'user', parts: [{ text: 'Go on.' }] },
      ],
    },
  ],
};

describe.each(Object.entries(histories))('%s', (_, [format, body]) => {
  const messages = formats[format]!.read(body);

  it('become calls and results that belong together', () => {
    const calls = messages.flatMap(toolCallsOf);
    const results = new Map(messages.flatMap(toolResultsOf).map((part) => [part.toolCallId, part]));
    expect(calls.map(({ input }) => input)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    const outputs = calls.map(({ toolCallId }) => results.get(toolCallId)?.output);
    expect(outputs).toEqual([
      { type: 'text', value: 'first' },
      { type: 'text', value: 'second' },
    ]);
    expect(
      calls.map(({ toolCallId, toolName }) => results.get(toolCallId)?.toolName === toolName),
    ).toEqual([true, true]);
  });

  it.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini'])('are taken as %s', (name) => {
    const { write, validate } = formats[name]!;
    expect(validate(write({ messages }))).toEqual([]);
  });
});

it('says that an id became another one, for the call and for its result', () => {
  const [format, body] = histories['ids that Anthropic refuses']!;
  const losses: Loss[] = [];
  formats['anthropic']!.write(
    { messages: formats[format]!.read(body) },
    { onLoss: (loss) => losses.push(loss) },
  );
  expect(losses.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    'call-id functions.read:0',
    'call-id read|1',
    'call-id functions.read:0',
    'call-id read|1',
  ]);
});

it('reads an image in a result of the Chat API as an image, and writes it as it came', () => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } };
  const body = {
    messages: [
      asked(call('read', '{}', 'a')),
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'seen' }, image] },
    ],
  };
  const { read, write } = formats['openai-chat']!;
  const messages: ModelMessage[] = read(body);
  expect(write({ messages })).toEqual(body);
  const shown = formats['anthropic']!.write({ messages }) as { messages: { content: unknown }[] };
  expect(shown.messages[1]?.content).toMatchObject([
    {
      content: [
        { type: 'text', text: 'seen' },
        { type: 'image', source: { data: PNG } },
      ],
    },
  ]);
});

it('reads the files and instructions of Gemini in the spelling of Python', () => {
  const messages = formats['gemini']!.read({
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: PNG } }] },
      { role: 'user', parts: [{ file_data: { mime_type: 'video/mp4', file_uri: 'files/a' } }] },
    ],
  });
  expect(messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { content: [{ type: 'file', mediaType: 'image/png', data: { data: PNG } }] },
    { content: [{ type: 'file', mediaType: 'video/mp4', data: { type: 'reference' } }] },
  ]);
});

import { UnsupportedFormatError } from '@everlong/core';
import { expect, it } from 'vitest';

import { read as readUi } from '../../src/ai-sdk/index.js';
import { read as readAnthropic } from '../../src/anthropic/index.js';
import { read as readGemini } from '../../src/gemini/index.js';
import { read as readLangChain } from '../../src/langchain/index.js';
import { read as readMcp } from '../../src/mcp/index.js';
import { read as readChat } from '../../src/openai-chat/index.js';
import { read as readResponses } from '../../src/openai-responses/index.js';

type Read = (value: unknown) => unknown;

const user = { role: 'user', content: 'Hello' };
const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

it.each<[name: string, read: Read, value: unknown, error: string]>([
  [
    'content that is an object and no list',
    readChat,
    [user, { role: 'user', content: { type: 'text', text: 'Hello' } }],
    'messages[1].content is {"type":"text","text":"Hello"}, where the format openai-chat has a string or a list',
  ],
  [
    'an image in instructions, which would be an empty text',
    readChat,
    { messages: [{ role: 'system', content: [image] }] },
    'messages[0].content[0].type is "image_url", where the format openai-chat has "text"',
  ],
  [
    'a call without a name',
    readChat,
    [{ role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: {} }] }],
    'messages[0].tool_calls[0].function.name is missing, where',
  ],
  [
    'a number as the id of a call',
    readChat,
    { role: 'tool', tool_call_id: 7, content: 'done' },
    'messages[0].tool_call_id is 7, where the format openai-chat has a string',
  ],
  [
    'instructions that are one block',
    readAnthropic,
    { system: { type: 'text', text: 'Be brief.' }, messages: [user] },
    'system is {"type":"text","text":"Be brief."}, where the format anthropic has a string or a list',
  ],
  [
    'a result without the id of its call',
    readAnthropic,
    [{ role: 'user', content: [{ type: 'tool_result', content: 'done' }] }],
    'messages[0].content[0].tool_use_id is missing',
  ],
  [
    'the role of another API',
    readGemini,
    { contents: [{ role: 'assistant', parts: [{ text: 'Hello' }] }] },
    'contents[0].role is "assistant", where the format gemini has "user", "model", "function" or "tool"',
  ],
  [
    'a response that is no object',
    readGemini,
    [{ role: 'user', parts: [{ functionResponse: { name: 'read', response: 'done' } }] }],
    'contents[0].parts[0].functionResponse.response is "done", where the format gemini has an object',
  ],
  [
    'an item without a type',
    readResponses,
    { input: [user, { content: 'Hello' }] },
    'input[1].type is missing',
  ],
  [
    'instructions in a list',
    readResponses,
    { instructions: ['Be brief.'], input: 'Hello' },
    'instructions is ["Be brief."], where the format openai-responses has a string',
  ],
  [
    'a call of LangChain without a name',
    readLangChain,
    [{ role: 'assistant', content: '', tool_calls: [{ id: 'a', args: {} }] }],
    'messages[0].tool_calls[0].name is missing',
  ],
  [
    'a message without a role',
    readLangChain,
    [['human', 'Hello'], { content: 'Hello' }],
    'messages[1] is {"content":"Hello"}, where the format langchain has a human, ai, system',
  ],
  [
    'a role that UI messages had once',
    readUi,
    [{ id: 'a', role: 'data', parts: [] }],
    'messages[0].role is "data", where the format ai-sdk-ui has "system", "user" or "assistant"',
  ],
  [
    'a state that tools do not have',
    readUi,
    [
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'tool-read', toolCallId: 'a', state: 'done' }],
      },
    ],
    'messages[0].parts[0].state is "done"',
  ],
  [
    'a part of a model message',
    readUi,
    [user, { role: 'user', content: [{ type: 'text', text: 7 }] }],
    'messages[1].content.0.text of a message with role user is not valid',
  ],
  [
    'a flag that is a text',
    readMcp,
    { content: [{ type: 'text', text: 'done' }], isError: 'true' },
    'result.isError is "true", where the format mcp has true or false',
  ],
])('%s is refused with its place', (_, read, value, error) => {
  expect(() => read(value)).toThrow(expect.toSatisfy(UnsupportedFormatError.isInstance));
  expect(() => read(value)).toThrow(error);
});

it.each<[name: string, request: object]>([
  ['a content', { systemInstruction: { parts: [{ text: 'Be brief.' }] } }],
  ['a part', { systemInstruction: { text: 'Be brief.' } }],
  ['a list of texts', { systemInstruction: ['Be brief.'] }],
  ['a list of parts', { systemInstruction: [{ text: 'Be brief.' }] }],
])('instructions of @google/genai: %s', (_, config) => {
  const [system] = readGemini({ config, contents: 'Hello' });
  expect(system).toMatchObject({ role: 'system', content: 'Be brief.' });
});

it.each<[name: string, contents: unknown, texts: string[]]>([
  ['a text', 'Hello', ['Hello']],
  ['a part', { text: 'Hello' }, ['Hello']],
  ['texts and parts', ['Hello', { text: 'there' }], ['Hello', 'there']],
])('contents of @google/genai: %s', (_, contents, texts) => {
  const content = texts.map((text) => ({ type: 'text', text }));
  expect(readGemini({ contents })).toEqual([{ role: 'user', content }]);
});

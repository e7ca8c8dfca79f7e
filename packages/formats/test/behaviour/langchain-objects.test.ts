import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { expect, it } from 'vitest';

import { read, write } from '../../src/langchain/index.js';

const live = [
  new SystemMessage('Be brief.'),
  new HumanMessage({ content: [{ type: 'text', text: 'What is in a.ts?' }], name: 'ann' }),
  new AIMessage({
    content: 'I look.',
    tool_calls: [{ id: 'call_1', name: 'read', args: { path: 'a.ts' }, type: 'tool_call' }],
    // Its type asks for none where the message has calls.
    usage_metadata: { input_tokens: 5, output_tokens: 3, total_tokens: 8 } as never,
  }),
  new ToolMessage({
    content: 'ENOENT',
    tool_call_id: 'call_1',
    name: 'read',
    status: 'error',
    artifact: { tried: 2 },
  }),
  new AIMessage('It is not there.'),
];
const stored = mapChatMessagesToStoredMessages(live);

it('reads live messages, stored and serialized ones alike', () => {
  const messages = read(live);
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
  expect(messages[2]?.content).toMatchObject([
    { type: 'text', text: 'I look.' },
    { type: 'tool-call', toolCallId: 'call_1', toolName: 'read', input: { path: 'a.ts' } },
  ]);
  expect(messages[3]?.content).toMatchObject([
    { toolName: 'read', output: { type: 'error-text', value: 'ENOENT' } },
  ]);
  for (const shape of [stored, JSON.parse(JSON.stringify(live)) as unknown]) {
    expect(read(shape).map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
    expect(read(shape)[2]?.content).toMatchObject(messages[2]?.content as object);
  }
});

it('writes what LangChain makes the same objects of', () => {
  const again = write(read(live)).map((message) => coerceMessageLikeToMessage(message));
  expect(mapChatMessagesToStoredMessages(again)).toEqual(stored);
});

it('writes stored messages', () => {
  const written = write(read(stored), { shape: 'stored' });
  const again = mapStoredMessagesToChatMessages(written as never);
  expect(mapChatMessagesToStoredMessages(again)).toEqual(stored);
});

it('writes serialized messages, as LangChain would', () => {
  const serialized = JSON.parse(JSON.stringify(live)) as object[];
  expect(write(read(serialized), { shape: 'serialized' })).toEqual(serialized);
});

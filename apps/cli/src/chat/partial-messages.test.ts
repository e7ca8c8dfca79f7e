import { expect, test } from 'vitest';
import { createPartialMessages } from './partial-messages.js';

test('text that came before the cut is kept', () => {
  const partial = createPartialMessages();
  partial.add({ type: 'text-start', id: '0' });
  partial.add({ type: 'text-delta', id: '0', text: 'Hello ' });
  partial.add({ type: 'text-delta', id: '0', text: 'wor' });
  expect(partial.messages()).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: 'Hello wor' }] },
  ]);
});

test('a call whose result never came is not kept, one with its result is', () => {
  const partial = createPartialMessages();
  for (const toolCallId of ['1', '2']) {
    partial.add({
      type: 'tool-call',
      toolCallId,
      toolName: 'look',
      input: { at: toolCallId },
      dynamic: true,
    });
  }
  partial.add({
    type: 'tool-error',
    toolCallId: '2',
    toolName: 'look',
    input: {},
    error: new Error('gone'),
    dynamic: true,
  });
  expect(partial.messages()).toEqual([
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: '2', toolName: 'look', input: { at: '2' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '2',
          toolName: 'look',
          output: { type: 'error-text', value: 'gone' },
        },
      ],
    },
  ]);
});

test('a stream that brought nothing leaves nothing', () => {
  const partial = createPartialMessages();
  partial.add({ type: 'text-delta', id: '0', text: '  ' });
  expect(partial.messages()).toEqual([]);
});

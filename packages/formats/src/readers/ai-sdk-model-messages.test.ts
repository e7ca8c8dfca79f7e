import { fileURLToPath } from 'node:url';
import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = fileURLToPath(
  new URL('../../fixtures/ai-sdk-model-messages.json', import.meta.url),
);

const messages: ModelMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Wait.', providerOptions: { openai: { itemId: 'msg-1' } } },
      { type: 'tool-call', toolCallId: 'c-1', toolName: 'f', input: { a: 1 } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c-1',
        toolName: 'f',
        output: { type: 'json', value: { b: [2] } },
      },
    ],
  },
];

describe('ai-sdk-model-messages', () => {
  it.each([
    ['a list', JSON.stringify(messages)],
    ['an indented list', JSON.stringify(messages, undefined, 2)],
    ['an object', JSON.stringify({ messages })],
    ['JSON lines', messages.map((message) => JSON.stringify(message)).join('\n')],
  ])('gives back the messages of %s unchanged', (_, text) => {
    const { format, entries } = parseTranscript(text);
    expect(format).toBe('ai-sdk-model-messages');
    expect(entries).toEqual(messages.map((message) => ({ message })));
  });

  it('brings file parts back from JSON and to the shape of today, but not what tools were given', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries.map(({ message }) => message.content)).toEqual([
      'Book a table',
      [
        {
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'url', url: new URL('https://example.com/a.png') },
        },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } },
        {
          type: 'file',
          mediaType: 'application/pdf',
          data: { type: 'data', data: Uint8Array.of(37, 80) },
        },
      ],
      [
        {
          type: 'reasoning',
          text: 'Ask.',
          providerOptions: { anthropic: { signature: 'c2ln' } },
        },
        {
          type: 'tool-call',
          toolCallId: 'c-1',
          toolName: 'book',
          input: { type: 'url', url: 'https://example.com' },
        },
      ],
      [
        {
          type: 'tool-result',
          toolCallId: 'c-1',
          toolName: 'book',
          output: {
            type: 'content',
            value: [
              {
                type: 'file',
                mediaType: 'image/png',
                data: { type: 'data', data: 'iVBORw0KGgo=' },
              },
            ],
          },
        },
      ],
    ]);
  });

  it('keeps what stands beside the message', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries[0]).toMatchObject({
      createdAt: '2026-01-01T00:00:00.000Z',
      metadata: { id: 'm-1' },
    });
    expect(entries[2]).toMatchObject({
      model: 'claude-opus-4-6',
      usage: { inputTokens: 10, outputTokens: 4, cacheReadTokens: 6 },
    });
  });

  it('names file, message and value where one is damaged', () => {
    const text = JSON.stringify([...messages, { role: 'user', content: [{ type: 'text' }] }]);
    expect(() =>
      parseTranscript(text, { file: 'm.json', format: 'ai-sdk-model-messages' }),
    ).toThrow(
      /^m\.json, message 5: message\.content\.0\.text of a message with role user is not valid/,
    );
  });
});

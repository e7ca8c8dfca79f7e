import { describe, expect, it } from 'vitest';

import { read } from '../ai-sdk/ai-sdk.js';
import { parseTranscript } from '../parse-transcript.js';

const PNG = 'iVBORw0KGgo=';

const invocation = (toolCallId: string, step: number) => ({
  state: 'result',
  step,
  toolCallId,
  toolName: 'bash',
  args: { command: 'ls' },
  result: { ok: true },
});

const PARTS = [
  {
    id: '1',
    role: 'user',
    content: 'Look.',
    parts: [{ type: 'text', text: 'Look.' }],
    experimental_attachments: [
      { name: 'a.png', contentType: 'image/png', url: `data:image/png;base64,${PNG}` },
    ],
  },
  {
    id: '2',
    role: 'assistant',
    content: 'Done.',
    createdAt: '2025-03-01T00:00:00.000Z',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', reasoning: 'hm', details: [{ type: 'text', text: 'hm' }] },
      { type: 'tool-invocation', toolInvocation: invocation('call_1', 0) },
      { type: 'step-start' },
      { type: 'source', source: { sourceType: 'url', id: 's1', url: 'https://a.b' } },
      { type: 'file', mimeType: 'image/png', data: PNG },
      { type: 'text', text: 'Done.' },
    ],
  },
  { id: '3', role: 'user', content: 'And now?' },
];

const INVOCATIONS = [
  { id: '1', role: 'user', content: 'Look.' },
  {
    id: '2',
    role: 'assistant',
    content: 'Done.',
    toolInvocations: [
      invocation('call_1', 0),
      invocation('call_2', 1),
      { state: 'call', step: 1, toolCallId: 'call_3', toolName: 'ask', args: {} },
    ],
  },
];

const shapeOf = (messages: readonly { role: string; content: unknown }[]) =>
  messages.map(({ role, content }) => [
    role,
    ...(Array.isArray(content) ? content.map(({ type }: { type: string }) => type) : ['text']),
  ]);

const READERS = {
  read: (list: object[]) => read(list),
  parseTranscript: (list: object[]) => {
    const { format, entries } = parseTranscript(JSON.stringify(list));
    expect(format).toBe('ai-sdk-ui-messages');
    return entries.map(({ message }) => message);
  },
};

describe.each(Object.entries(READERS))('%s takes UI messages of AI SDK 4', (_name, readList) => {
  it('with parts: calls and their results, files and thoughts', () => {
    const messages = readList(PARTS);
    expect(shapeOf(messages)).toEqual([
      ['user', 'text', 'file'],
      ['assistant', 'reasoning', 'tool-call'],
      ['tool', 'tool-result'],
      ['assistant', 'file', 'text'],
      ['user', 'text'],
    ]);
    expect(messages[0]?.content[1]).toMatchObject({ mediaType: 'image/png', filename: 'a.png' });
    expect(messages[1]?.content[1]).toMatchObject({
      toolCallId: 'call_1',
      toolName: 'bash',
      input: { command: 'ls' },
    });
    expect(messages[2]?.content[0]).toMatchObject({ output: { value: { ok: true } } });
    expect(JSON.stringify(messages[3])).toContain(PNG);
  });

  it('without parts: the calls of each step, then the text', () => {
    expect(shapeOf(readList(INVOCATIONS)).slice(1)).toEqual([
      ['assistant', 'tool-call'],
      ['tool', 'tool-result'],
      ['assistant', 'tool-call', 'tool-call'],
      ['tool', 'tool-result'],
      ['assistant', 'text'],
    ]);
  });
});

it('keeps when a message of AI SDK 4 was written', () => {
  const [, answer] = parseTranscript(JSON.stringify(PARTS)).entries;
  expect(answer?.createdAt).toBe('2025-03-01T00:00:00.000Z');
});

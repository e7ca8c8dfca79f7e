import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = fileURLToPath(new URL('../../fixtures/openai-chat.json', import.meta.url));

const call = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c-1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
};
const answer = { role: 'tool', tool_call_id: 'c-1', content: 'x' };

describe('openai-chat', () => {
  it('reads a logged request with its response', async () => {
    const { entries } = await readTranscript(fixture);
    const result = (toolCallId: string, toolName: string, value: string) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
    });
    expect(entries.map(({ message }) => message)).toEqual([
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          {
            type: 'file',
            mediaType: 'image/*',
            data: { type: 'url', url: new URL('https://example.com/cat.png') },
          },
          { type: 'file', mediaType: 'audio/wav', data: { type: 'data', data: 'UklGRg==' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Look it up.' },
          { type: 'tool-call', toolCallId: 'call-1', toolName: 'look', input: { at: 'cat' } },
          { type: 'tool-call', toolCallId: 'call-2', toolName: 'wait', input: {} },
        ],
      },
      result('call-2', 'wait', 'waited'),
      result('call-1', 'look', 'a\ncat'),
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'function_call_1', toolName: 'old', input: {} }],
      },
      result('function_call_1', 'old', 'legacy'),
      { role: 'assistant', content: 'A cat.' },
    ]);
    expect(entries.at(-1)).toMatchObject({
      createdAt: '2026-02-02T02:40:00.000Z',
      model: 'gpt-5.5',
      usage: { inputTokens: 100, outputTokens: 9, cacheReadTokens: 64, reasoningTokens: 4 },
    });
  });

  it.each([
    ['a list', JSON.stringify([call, answer])],
    ['an object', JSON.stringify({ messages: [call, answer] })],
    ['a list with one conversation', JSON.stringify([{ task: 1, traj: [call, answer] }])],
    ['JSON lines', `${JSON.stringify(call)}\n${JSON.stringify(answer)}\n`],
  ])('reads %s', (_, text) => {
    const { format, entries } = parseTranscript(text);
    expect(format).toBe('openai-chat');
    expect(entries.map(({ message }) => message)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c-1', toolName: 'f', input: { a: 1 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c-1',
            toolName: 'f',
            output: { type: 'text', value: 'x' },
          },
        ],
      },
    ]);
  });

  it('reads thoughts, refusals and other fields', () => {
    const { entries } = parseTranscript(
      JSON.stringify([
        { role: 'user', content: 'Hi', name: 'Ann' },
        { role: 'assistant', content: [{ type: 'think', think: 'Hm.' }], tool_calls: [] },
        { role: 'assistant', content: null, refusal: 'No.' },
      ]),
    );
    expect(entries).toEqual([
      { message: { role: 'user', content: 'Hi' }, metadata: { name: 'Ann' } },
      { message: { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] } },
      { message: { role: 'assistant', content: 'No.' } },
    ]);
  });

  it('reads files of messages, named where their content is elsewhere', () => {
    const part = (file: object) => ({ type: 'file', file });
    const { entries } = parseTranscript(
      JSON.stringify([
        {
          role: 'user',
          content: [
            part({ filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' }),
            part({ file_data: 'JVBERg==' }),
            part({ file_id: 'file-1' }),
          ],
        },
      ]),
    );
    const content = {
      type: 'file',
      mediaType: 'application/pdf',
      data: { type: 'data', data: 'JVBERg==' },
    };
    expect(entries[0]?.message.content).toEqual([
      { ...content, filename: 'a.pdf' },
      content,
      { type: 'text', text: '[file: application/octet-stream, file-1]' },
    ]);
  });

  it('refuses a file of several conversations', () => {
    const line = JSON.stringify({ messages: [call] });
    expect(() => parseTranscript(`${line}\n${line}`, { file: 'train.jsonl' })).toThrow(
      'train.jsonl holds 2 conversations. Save the one to read in a file of its own.',
    );
  });

  it('names file, message and what was expected where one is damaged', () => {
    const text = JSON.stringify([call, { role: 'oracle' }]);
    expect(() => parseTranscript(text, { file: 'c.json', format: 'openai-chat' })).toThrow(
      'c.json, message 2: expected a message with a role, found {"role":"oracle"}',
    );
  });

  it('gives calls without ids one, and their results', () => {
    const called = (...names: string[]) => ({
      role: 'assistant',
      content: null,
      tool_calls: names.map((name) => ({
        id: '',
        type: 'function',
        function: { name, arguments: '{}' },
      })),
    });
    const messages = [
      { role: 'user', content: 'go' },
      called('read', 'read', 'write'),
      { role: 'tool', tool_call_id: '', name: 'write', content: 'third' },
      { role: 'tool', tool_call_id: '', content: 'first' },
      { role: 'tool', tool_call_id: '', name: 'read', content: 'second' },
    ];
    const { entries } = parseTranscript(JSON.stringify(messages));
    const parts = entries.slice(2).flatMap(({ message }) => message.content as object[]);
    expect(parts).toMatchObject([
      { toolCallId: 'function_call_3', toolName: 'write', output: { value: 'third' } },
      { toolCallId: 'function_call_1', toolName: 'read', output: { value: 'first' } },
      { toolCallId: 'function_call_2', toolName: 'read', output: { value: 'second' } },
    ]);
  });
});

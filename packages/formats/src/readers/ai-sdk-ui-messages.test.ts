import { readFileSync } from 'node:fs';
import { convertToModelMessages, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';

const fixture = readFileSync(
  new URL('../../fixtures/ai-sdk-ui-messages.json', import.meta.url),
  'utf8',
);

function parse(...messages: object[]) {
  return parseTranscript(JSON.stringify(messages), { file: 'ui.json' });
}

const tool = { type: 'tool-f', toolCallId: 'c-1', input: {} };
const text = (words: string) => ({ type: 'text', text: words });

describe('ai-sdk-ui-messages', () => {
  it('converts as the AI SDK does', async () => {
    const messages = JSON.parse(fixture) as UIMessage[];
    const expected = await convertToModelMessages(messages);
    const { format, entries } = parseTranscript(fixture);
    expect(format).toBe('ai-sdk-ui-messages');
    expect(entries.map(({ message }) => message)).toEqual(expected);
  });

  it('keeps ids, metadata and the parts that no model is sent', () => {
    const { entries } = parseTranscript(fixture);
    expect(entries[1]).toMatchObject({
      createdAt: '2026-01-01T00:00:00.000Z',
      metadata: { messageId: 'ui-2', uiParts: [{ type: 'data-theme', data: { dark: true } }] },
    });
    expect(entries[2]).toMatchObject({
      model: 'claude-opus-4-6',
      metadata: {
        messageId: 'ui-3',
        uiMetadata: { model: 'claude-opus-4-6', totalTokens: 12 },
        uiParts: [{ type: 'source-url' }],
      },
    });
    expect(entries[3]?.metadata).toEqual({ messageId: 'ui-3' });
    expect(entries.at(-1)?.metadata?.['uiParts']).toMatchObject([{ state: 'input-streaming' }]);
  });

  it('reads JSON lines and an object with a list', () => {
    const messages = JSON.parse(fixture) as object[];
    const { entries } = parseTranscript(fixture);
    const lines = messages.map((message) => JSON.stringify(message)).join('\n');
    expect(parseTranscript(lines).entries).toEqual(entries);
    expect(parseTranscript(JSON.stringify({ id: 'chat-1', messages })).entries).toEqual(entries);
  });

  it('divides steps without marks behind finished tools', () => {
    const { entries } = parse({
      id: 'ui-1',
      role: 'assistant',
      parts: [
        text('I look.'),
        { ...tool, state: 'output-available', output: 'found' },
        text('Here it is.'),
      ],
    });
    expect(entries.map(({ message }) => [message.role, message.content])).toMatchObject([
      ['assistant', [{ text: 'I look.' }, { type: 'tool-call' }]],
      ['tool', [{ output: { type: 'text', value: 'found' } }]],
      ['assistant', [{ text: 'Here it is.' }]],
    ]);
  });

  it('puts steering messages between the steps and takes data URLs apart', () => {
    const image = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' };
    const { entries } = parse({
      id: 'ui-1',
      role: 'assistant',
      parts: [text('One.'), { type: 'steering-message', id: 's-1', parts: [text('Stop'), image] }],
    });
    expect(entries.map(({ message }) => message)).toEqual([
      { role: 'assistant', content: [text('One.')] },
      {
        role: 'user',
        content: [
          text('Stop'),
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
        ],
      },
    ]);
  });

  it('knows a summary by its metadata, and keeps a message without parts', () => {
    const { entries } = parse(
      {
        id: 'ctx-1',
        role: 'assistant',
        metadata: { type: 'context-summary', messagesSummarized: 4 },
        parts: [text('We met.')],
      },
      { id: 'ui-2', role: 'assistant', parts: [] },
    );
    expect(entries).toMatchObject([
      { metadata: { origin: 'summary', messageId: 'ctx-1' } },
      { metadata: { messageId: 'ui-2' }, message: { role: 'assistant', content: [] } },
    ]);
  });

  it('names a file whose URL leads nowhere', () => {
    const file = { type: 'file', mediaType: 'image/png', url: '/uploads/1.png' };
    const { entries } = parse({ id: 'ui-1', role: 'user', parts: [file] });
    expect(entries[0]?.message.content).toEqual([text('[image: image/png, /uploads/1.png]')]);
  });

  it('names file, message and what was expected where one is damaged', () => {
    const messages = [
      { id: 'ui-1', role: 'user', parts: [] },
      { id: 'ui-2', role: 'user' },
    ];
    expect(() =>
      parseTranscript(JSON.stringify(messages), { file: 'ui.json', format: 'ai-sdk-ui-messages' }),
    ).toThrow('ui.json, message 2: expected a UI message with a role and a list of parts');
  });
});

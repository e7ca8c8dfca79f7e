import type { Entry } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { describe, expect, it } from 'vitest';
import { detectFormat, parseTranscript } from '../parse-transcript.js';

const bytes = Uint8Array.from([1, 2, 250]);
const call = { toolCallId: 'c1', toolName: 'read' };
const messages: Entry['message'][] = [
  { role: 'user', content: [{ type: 'file', data: bytes, mediaType: 'image/png' }] },
  { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path: 'a' } }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'port = 1' } }],
  },
  { role: 'assistant', content: 'The port is 1.' },
  { role: 'user', content: 'taken back' },
];
const createdAt = '2026-01-01T12:00:00.000Z';
const usage = { inputTokens: 9, outputTokens: 1 };

describe('everlong', () => {
  it('reads what the command line exports', () => {
    const lines = messages.map((message, seq) =>
      encodeValue({
        id: `e${seq}`,
        sessionId: 's',
        seq,
        createdAt,
        format: 'model-message/1',
        message,
        ...(message.role === 'assistant' ? { model: 'x', usage } : {}),
        ...(seq === 4 ? { withdrawn: true } : {}),
      }),
    );
    const { format, entries, metadata, warnings } = parseTranscript(`${lines.join('\n')}\n`);
    expect([format, metadata, warnings]).toEqual([
      'everlong',
      { sessionId: 's' },
      ['(text):5: 1 lines that the user took back were left out, from here on.'],
    ]);
    expect(entries.map(({ message }) => message)).toEqual([
      {
        role: 'user',
        content: [{ type: 'file', data: { type: 'data', data: bytes }, mediaType: 'image/png' }],
      },
      ...messages.slice(1, 4),
    ]);
    expect(entries[1]).toMatchObject({ createdAt, model: 'x', usage });
  });

  it('reads what the server exports, of one session', () => {
    const session = { object: 'session', id: 's', agent: 'coder', title: 'Ports' };
    const entry = (seq: number) => ({
      object: 'message',
      id: `e${seq}`,
      session_id: 's',
      seq,
      created_at: createdAt,
      message: messages[seq],
    });
    const rewind = { object: 'record', session_id: 's', type: 'rewind', fromSeq: 4 };
    const other = { object: 'record', session_id: 's', type: 'note', name: 'x', value: 1 };
    const text = [session, entry(1), entry(2), entry(3), entry(4), other, rewind]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const transcript = parseTranscript(text);
    expect(transcript).toMatchObject({
      format: 'everlong',
      title: 'Ports',
      metadata: { sessionId: 's', agent: 'coder' },
    });
    expect(transcript.entries.map(({ message }) => message)).toEqual(messages.slice(1, 4));
    expect(transcript.entries[0]).toMatchObject({ createdAt });
    expect(() => parseTranscript(`${text}\n${JSON.stringify({ ...session, id: 't' })}`)).toThrow(
      'holds 2 sessions. Export the one to read by itself.',
    );
  });

  it('names the line of a message that is none, and is not taken for another format', () => {
    const line = { seq: 0, format: 'model-message/1', message: { role: 'robot', content: 'x' } };
    expect(() => parseTranscript(JSON.stringify(line), { file: 'e.jsonl' })).toThrow(/e\.jsonl:1/);
    expect(detectFormat('{"object":"list","data":[]}')).toBeUndefined();
    expect(detectFormat('{"seq":0,"message":{"role":"user","content":"x"}}')).toBeUndefined();
  });
});

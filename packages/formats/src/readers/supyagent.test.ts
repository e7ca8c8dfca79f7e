import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = readFileSync(new URL('../../fixtures/supyagent.jsonl', import.meta.url), 'utf8');

describe('supyagent', () => {
  it('reads a session', () => {
    const { entries, title, metadata } = parseTranscript(fixture);
    expect(entries).toEqual([
      {
        createdAt: '2026-01-01T12:00:00.000Z',
        message: { role: 'system', content: 'You help.' },
      },
      {
        createdAt: '2026-01-01T12:00:01.000Z',
        message: { role: 'user', content: 'What is this?\n[image: media://cat.jpg]' },
      },
      {
        createdAt: '2026-01-01T12:00:02.000Z',
        message: {
          role: 'assistant',
          content: [
            {
              type: 'tool-call',
              toolCallId: 'call-1',
              toolName: 'weather',
              input: { city: 'Oslo' },
            },
          ],
        },
      },
      {
        createdAt: '2026-01-01T12:00:03.000Z',
        message: {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'call-1',
              toolName: 'weather',
              output: { type: 'text', value: '{"ok":true}' },
            },
          ],
        },
      },
      {
        createdAt: '2026-01-01T12:00:04.000Z',
        message: { role: 'assistant', content: 'Sunny.' },
      },
    ]);
    expect(title).toBe('Weather');
    expect(metadata).toEqual({ sessionId: 'a1b2c3d4', agent: 'helper' });
  });

  it('reads the lines of everlong exactly', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const sha256 = 'f'.repeat(64);
    const directory = mkdtempSync(join(tmpdir(), 'everlong-formats-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 's1_media'));
    writeFileSync(join(directory, 's1_media', `${sha256}.jpg`), bytes);
    const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } };
    const file = { type: 'file', mediaType: 'image/jpeg' };
    const reasoning = { type: 'reasoning', text: 'hm', providerOptions: { a: { s: 'x' } } };
    const result = { type: 'tool-result', toolName: 'add', output: { type: 'text', value: 'x' } };
    const lines = [
      { type: 'meta', session_id: 's1', agent: 'helper', title: null },
      { type: 'user', content: [{ ...file, data: { $type: 'media', sha256, as: 'bytes' } }] },
      { type: 'assistant', content: [reasoning], tool_calls: [{ ...call, providerOptions: {} }] },
      { type: 'tool_result', content: '[2]', tool_call_id: 'c1', name: 'add', output_type: 'json' },
      { type: 'tool_result', content: ['c2', 'c3'].map((id) => ({ ...result, toolCallId: id })) },
      { type: 'user', message: { content: 'x', role: 'user', providerOptions: { a: {} } } },
    ].map((line, index) => (index === 0 ? line : { seq: index - 1, id: `e${index}`, ...line }));
    const path = join(directory, 's1.jsonl');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const toolCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: { a: 1 } };
    const { entries } = await readTranscript(path);
    expect(entries.map((entry) => entry.message)).toEqual([
      { role: 'user', content: [{ ...file, data: bytes }] },
      { role: 'assistant', content: [reasoning, { ...toolCall, providerOptions: {} }] },
      {
        role: 'tool',
        content: [{ ...result, toolCallId: 'c1', output: { type: 'json', value: [2] } }],
      },
      { role: 'tool', content: ['c2', 'c3'].map((id) => ({ ...result, toolCallId: id })) },
      { role: 'user', content: 'x', providerOptions: { a: {} } },
    ]);
  });

  it('names the line of everlong that is not what it should be', () => {
    const text = '{"seq":0,"id":"e","type":"user","content":{"a":1}}\n';
    const session = `{"type":"meta","session_id":"s","agent":"a"}\n${text}`;
    expect(() => parseTranscript(session)).toThrow(/:2: message\.content/);
  });

  it('keeps what everlong writes beside these fields', () => {
    const line = {
      type: 'user',
      content: 'Hi',
      timestamp: '2026-01-01T12:00:05.000Z',
      usage: { inputTokens: 3, outputTokens: 0 },
      metadata: { origin: 'tool' },
      model: 'm-1',
    };
    const { entries } = parseTranscript(fixture + JSON.stringify(line));
    expect(entries.at(-1)).toEqual({
      createdAt: '2026-01-01T12:00:05.000Z',
      model: 'm-1',
      usage: { inputTokens: 3, outputTokens: 0 },
      metadata: { origin: 'tool' },
      message: { role: 'user', content: 'Hi' },
    });
  });

  it('puts in the images that lie beside the file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'formats-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'a1b2c3d4_media'));
    writeFileSync(join(directory, 'a1b2c3d4_media', 'cat.jpg'), 'meow');
    writeFileSync(join(directory, 'a1b2c3d4.jsonl'), fixture);
    const { entries } = await readTranscript(join(directory, 'a1b2c3d4.jsonl'));
    expect(entries[1]?.message.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: btoa('meow') } },
    ]);
  });

  it('reads no file outside of the media folder', () => {
    const asked: string[] = [];
    const text = fixture.replace('media://cat.jpg', 'media://../../secret.jpg');
    parseTranscript(text, {
      readBeside(path) {
        asked.push(path);
        return undefined;
      },
    });
    expect(asked).toEqual([]);
  });

  it('names file, line and what was expected where a line is damaged', () => {
    expect(() => parseTranscript(`${fixture}{"type":"oracle"}\n`, { file: 's.jsonl' })).toThrow(
      's.jsonl:7: expected a type of user, assistant, tool_result or system, found "oracle"',
    );
  });
});

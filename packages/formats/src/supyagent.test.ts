import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseTranscript } from './parse-transcript.js';
import { readTranscript } from './read-transcript.js';

const fixture = readFileSync(new URL('../fixtures/supyagent.jsonl', import.meta.url), 'utf8');

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

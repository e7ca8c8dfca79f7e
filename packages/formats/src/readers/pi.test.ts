import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = fileURLToPath(new URL('../../fixtures/pi.jsonl', import.meta.url));

describe('pi', () => {
  it('reads messages, calls and results', async () => {
    const { entries, title, metadata, warnings } = await readTranscript(fixture);
    expect(entries.slice(0, 5)).toMatchObject([
      { message: { role: 'user', content: 'Show the logo' } },
      {
        createdAt: '2026-03-01T07:00:02.000Z',
        model: 'claude-opus-4-5',
        usage: { inputTokens: 60, outputTokens: 20, cacheReadTokens: 50, cacheWriteTokens: 7 },
        metadata: { stopReason: 'toolUse', provider: 'anthropic', api: 'anthropic-messages' },
        message: {
          content: [
            { type: 'reasoning', providerOptions: { anthropic: { signature: 'c2ln' } } },
            { type: 'text', text: 'I read it.' },
            { type: 'tool-call', toolCallId: 'toolu-1', input: { path: 'logo.png' } },
            { type: 'tool-call', toolCallId: 'toolu-2' },
          ],
        },
      },
      { message: { content: [{ output: { type: 'content', value: [{}, { type: 'file' }] } }] } },
      {
        message: {
          content: [
            {
              toolCallId: 'toolu-2',
              toolName: 'bash',
              output: { type: 'error-text', value: 'Command exited with code 1' },
            },
          ],
        },
      },
      {
        metadata: { stopReason: 'aborted', errorMessage: 'Request was aborted' },
        message: { role: 'assistant', content: '' },
      },
    ]);
    expect(title).toBe('The logo');
    expect(metadata).toEqual({ sessionId: 'p-1', cwd: '/srv/shop', version: 3 });
    expect(warnings).toEqual([]);
  });

  it('puts what only a provider can read where its adapter expects it', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries[6]?.message.content).toEqual([
      {
        type: 'reasoning',
        text: 'Sum it up.',
        providerOptions: { openai: { itemId: 'rs-1', reasoningEncryptedContent: 'gAAAA1' } },
      },
      { type: 'text', text: 'It is a png.' },
    ]);
  });

  it('tells commands, summaries and reminders from the user', async () => {
    const { entries } = await readTranscript(fixture);
    const users = entries.filter(({ message }) => message.role === 'user');
    expect(users.map(({ message, metadata }) => [message.content, metadata])).toEqual([
      ['Show the logo', undefined],
      ['Ran `git status`\n```\nclean\n```\n\nExit code 1', { origin: 'tool' }],
      ['The logo is a png.', { origin: 'summary', event: 'compaction', preTokens: 131140 }],
      ['On another branch the logo was read.', { origin: 'summary', event: 'branch-summary' }],
      ['Keep it short.', { origin: 'tool' }],
      ['Thanks', undefined],
      ['Bye {"}\\', undefined],
    ]);
  });

  it('names file, line and what was expected where a message is damaged', () => {
    const line = JSON.stringify({ type: 'message', message: { role: 'oracle' } });
    expect(() => parseTranscript(line, { format: 'pi', file: 'p.jsonl' })).toThrow(
      'p.jsonl:1: expected a role of user, assistant or toolResult, found "oracle"',
    );
  });
});

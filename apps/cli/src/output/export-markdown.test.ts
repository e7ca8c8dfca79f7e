import type { Entry, ModelMessage } from '@everlong/core';
import { MESSAGE_FORMAT } from '@everlong/core/store-kit';
import { expect, test } from 'vitest';
import { exportMarkdown } from './export-markdown.js';

const info = {
  id: 's',
  agent: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  entryCount: 1,
  epoch: 0,
};

async function markdownOf(
  message: ModelMessage,
  metadata: NonNullable<Entry['metadata']> = {},
  isWithdrawn = false,
): Promise<string> {
  async function* entries(): AsyncGenerator<Entry> {
    const { createdAt } = info;
    yield { id: 'e', sessionId: 's', seq: 0, createdAt, format: MESSAGE_FORMAT, message, metadata };
  }
  const parts: string[] = [];
  for await (const part of exportMarkdown(info, entries(), () => isWithdrawn)) parts.push(part);
  return parts.join('');
}

test('a message says who spoke, and what was not said by the user himself', async () => {
  expect(await markdownOf({ role: 'user', content: 'Hi' })).toContain('\n## User\n\nHi\n');
  const note = await markdownOf({ role: 'user', content: 'note' }, { origin: 'tool' });
  expect(note).toContain('## User (tool)');
  const back = await markdownOf({ role: 'user', content: 'Hi' }, { origin: 'tool' }, true);
  expect(back).toContain('## User (withdrawn, tool)');
});

// promise: sessions-11
test('calls and results are shown in short, whatever they hold', async () => {
  const call = await markdownOf({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'a\nb' },
      { type: 'tool-call', toolCallId: '1', toolName: 'read_file', input: { path: 'a.md' } },
    ],
  });
  expect(call).toContain('> a\n> b\n\n**read_file** `{"path":"a.md"}`');
  const result = await markdownOf({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: '1',
        toolName: 'read_file',
        output: { type: 'error-text', value: '```\ninner fence' },
      },
    ],
  });
  expect(result).toContain('**read_file** failed:\n\n````\n```\ninner fence\n````');
});

test('a long result is cut, and says by how much', async () => {
  const value = 'x'.repeat(2500);
  const result = await markdownOf({
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: '1', toolName: 't', output: { type: 'text', value } },
    ],
  });
  expect(result).toContain(`${'x'.repeat(2000)}\n[500 more characters]`);
  expect(result).not.toContain('x'.repeat(2001));
});

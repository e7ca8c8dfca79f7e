import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Entry, Store } from '@everlong/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

const call = (id: string, args: string) => ({
  id,
  type: 'function',
  function: { name: 'files__read', arguments: args },
});
const nothing = { tool_calls: null, tool_call_id: null, name: null };

const lines = [
  {
    session_id: 'a1b2c3d4',
    agent: 'helper',
    created_at: '2025-01-15T10:30:00+00:00',
    updated_at: '2025-01-15T10:30:00+00:00',
    model: 'gpt-4o',
    title: null,
    type: 'meta',
  },
  { type: 'user', content: 'List them', ...nothing, ts: '2025-01-15T10:30:01.500000' },
  {
    type: 'assistant',
    content: null,
    tool_calls: [call('c1', '{"path": "a"}'), call('c2', '{"path": ')],
    tool_call_id: null,
    name: null,
    ts: '2025-01-15T10:30:02+00:00',
  },
  { type: 'tool_result', content: '{"ok": true}', tool_call_id: 'c1', name: 'files__read' },
  { type: 'tool_result', content: 'gone', tool_call_id: 'c2', name: 'files__read' },
  {
    type: 'user',
    content: [
      { type: 'text', text: 'And this?' },
      { type: 'image_url', image_url: { url: 'media://abc.png' } },
      { type: 'image_url', image_url: { url: 'media://../../secret.png' } },
    ],
    ...nothing,
    timestamp: '2025-01-15T12:00:00Z',
  },
  { type: 'assistant', content: 'A cat.', ...nothing, ts: '2025-01-15T12:00:01Z' },
];

function openSupyagent(text: string): Store {
  const directory = join(mkdtempSync(join(tmpdir(), 'everlong-')), 'sessions');
  const agent = join(directory, 'helper');
  mkdirSync(join(agent, 'a1b2c3d4_media'), { recursive: true });
  writeFileSync(join(agent, 'a1b2c3d4_media', 'abc.png'), 'meow');
  writeFileSync(join(agent, 'current.json'), '{"session_id": "a1b2c3d4"}');
  writeFileSync(join(agent, 'a1b2c3d4.jsonl'), text);
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(join(directory, '..'), { recursive: true });
  });
  return store;
}

async function readAll(store: Store, options = {}): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read('a1b2c3d4', options)) entries.push(entry);
  return entries;
}

const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('a file that supyagent wrote', () => {
  test('is listed as it is', async () => {
    expect(await openSupyagent(whole).listSessions()).toEqual([
      {
        id: 'a1b2c3d4',
        agent: 'helper',
        createdAt: '2025-01-15T10:30:00.000Z',
        updatedAt: '2025-01-15T12:00:01.000Z',
        entryCount: 6,
        epoch: 0,
      },
    ]);
  });

  test('is read as messages', async () => {
    const entries = await readAll(openSupyagent(whole));
    expect(entries.map((entry) => entry.message)).toEqual([
      { role: 'user', content: 'List them' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 'files__read', input: { path: 'a' } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'files__read', input: '{"path": ' },
        ],
      },
      ...[
        ['c1', '{"ok": true}'],
        ['c2', 'gone'],
      ].map(([toolCallId, value]) => ({
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId,
            toolName: 'files__read',
            output: { type: 'text', value },
          },
        ],
      })),
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: btoa('meow') } },
          { type: 'text', text: '[image: media://../../secret.png]' },
        ],
      },
      { role: 'assistant', content: 'A cat.' },
    ]);
    expect(entries[0]?.createdAt).toBe('2025-01-15T10:30:01.500Z');
    expect(entries[2]?.createdAt).toBe('2025-01-15T10:30:00.000Z');
  });

  test.for([
    ['with its last line break', whole],
    ['without its last line break', whole.slice(0, -1)],
    ['with Windows line breaks and blank lines', whole.replaceAll('\n', '\r\n\r\n')],
  ])('is appended to, %s', async ([, text]) => {
    const store = openSupyagent(text ?? '');
    const before = await readAll(store);
    expect(before).toHaveLength(6);
    const message = { role: 'user', content: 'Thanks' } as const;
    const [added] = await store.append('a1b2c3d4', [{ message }], { expectedSeq: 6 });
    expect(added?.seq).toBe(6);
    const known = { id: before[1]?.id ?? '', message };
    expect(await store.append('a1b2c3d4', [known])).toEqual([before[1]]);
    await store.updateSession('a1b2c3d4', { title: 'Cats' });
    expect(await readAll(store)).toEqual([...before, added]);
    expect(await store.getSession('a1b2c3d4')).toMatchObject({ title: 'Cats', entryCount: 7 });
  });

  test('needs no line about the session', async () => {
    const store = openSupyagent(whole.slice(whole.indexOf('\n') + 1));
    expect(await readAll(store, { reverse: true, limit: 1 })).toMatchObject([
      { seq: 5, message: { content: 'A cat.' } },
    ]);
    expect((await store.search('cat')).map((hit) => hit.seq)).toEqual([5]);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

function openSupyagent(text: string, summary?: object): Store {
  return openWithPaths(text, summary).store;
}

function openWithPaths(text: string, summary?: object): { store: Store; summaryPath: string } {
  const directory = join(mkdtempSync(join(tmpdir(), 'everlong-')), 'sessions');
  const agent = join(directory, 'helper');
  mkdirSync(join(agent, 'a1b2c3d4_media'), { recursive: true });
  writeFileSync(join(agent, 'a1b2c3d4_media', 'abc.png'), 'meow');
  writeFileSync(join(agent, 'current.json'), '{"session_id": "a1b2c3d4"}');
  writeFileSync(join(agent, 'a1b2c3d4.jsonl'), text);
  const summaryPath = join(agent, 'a1b2c3d4_summary.json');
  if (summary !== undefined) writeFileSync(summaryPath, JSON.stringify(summary));
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(join(directory, '..'), { recursive: true });
  });
  return { store, summaryPath };
}

async function readAll(store: Store, options = {}): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read('a1b2c3d4', options)) entries.push(entry);
  return entries;
}

const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('a file that supyagent wrote', () => {
  // promise: sessions-2
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

  // promise: sessions-2, sessions-3, sessions-7
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
    // A line without a time has that of the line before.
    expect(entries[2]?.createdAt).toBe('2025-01-15T10:30:02.000Z');
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

describe('dates of a file in the form of supyagent', () => {
  const timed = [
    { type: 'user', content: 'one', timestamp: '2025-01-15T10:30:00Z' },
    { type: 'assistant', content: 'two' },
    { type: 'user', content: 'three' },
    { type: 'assistant', content: 'four', timestamp: '2025-01-15T10:40:00Z' },
    { type: 'user', content: 'five' },
  ];
  const text = timed.map((line) => `${JSON.stringify(line)}\n`).join('');
  const expected = ['10:30', '10:30', '10:30', '10:40', '10:40'].map(
    (time) => `2025-01-15T${time}:00.000Z`,
  );

  // promise: sessions-5
  test('the session was created at the time of its first line', async () => {
    const store = openSupyagent(text);
    expect((await store.getSession('a1b2c3d4')).createdAt).toBe(expected[0]);
    expect((await store.updateSession('a1b2c3d4', { title: 'new' })).createdAt).toBe(expected[0]);
  });

  test('a line without a time has that of the line before, in any order of reading', async () => {
    const store = openSupyagent(text);
    const times = async (options?: object) =>
      (await readAll(store, options)).map(({ createdAt }) => createdAt);
    expect(await times()).toEqual(expected);
    expect(await times({ reverse: true })).toEqual(expected.toReversed());
    for (const [seq, time] of expected.entries()) {
      expect(await times({ from: seq, to: seq })).toEqual([time]);
    }
    const known = { id: 'a1b2c3d4:2', message: { role: 'user', content: 'three' } as const };
    expect((await store.append('a1b2c3d4', [known]))[0]?.createdAt).toBe(expected[2]);
  });
});

describe('a summary that supyagent wrote', () => {
  const summary = {
    content: '## Key Decisions\n- SECRETPLAN-7781',
    messages_summarized: 4,
    first_message_idx: 0,
    last_message_idx: 3,
    created_at: '2025-01-15T11:00:00+00:00',
    token_count: 12,
  };

  async function records(store: Store) {
    const list = [];
    for await (const record of store.readRecords('a1b2c3d4')) list.push(record);
    return list;
  }

  const snapshotOf = {
    type: 'compaction',
    epoch: 1,
    kind: 'snapshot',
    throughSeq: 3,
    recordSeq: 0,
  };

  // promise: context-34, sessions-7
  test('is the first record of the session, once', async () => {
    const store = openSupyagent(whole, summary);
    expect((await store.getSession('a1b2c3d4')).epoch).toBe(1);
    const [record, ...others] = await records(store);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      ...snapshotOf,
      ranges: [{ from: 0, to: 3, disposition: 'summarized' }],
      snapshot: { text: summary.content, tokens: 12, throughSeq: 3, messagesCovered: 4 },
      createdAt: '2025-01-15T11:00:00.000Z',
    });
    expect(await records(store)).toEqual([record]);
  });

  test('is taken in by its sections, without secrets', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const content =
      `As asked.\n\n## Files Modified\n- src/a.ts: the port\n\n## Key Decisions:\n- 8443\n* ${secret}\n` +
      '## Current State\nDone.\n';
    const [record] = await records(openSupyagent(whole, { ...summary, content }));
    expect(record).toMatchObject({
      snapshot: {
        text: content.replace(secret, '[REDACTED:token]'),
        sections: {
          'Files Modified': ['src/a.ts: the port'],
          'Key Decisions': ['As asked.', '8443', '[REDACTED:token]'],
          'Current State': ['Done.'],
        },
      },
    });
  });

  test('is taken in by the first change as well, before it', async () => {
    const store = openSupyagent(whole, summary);
    await store.append('a1b2c3d4', [{ message: { role: 'user', content: 'more' } }]);
    const pin = { type: 'pin', seq: 0, pinned: true } as const;
    expect((await store.appendRecord('a1b2c3d4', pin, { expectedEpoch: 1 })).recordSeq).toBe(1);
    expect(await records(store)).toMatchObject([snapshotOf, pin]);
  });

  test('is gone with its session, read or not', async () => {
    const { store, summaryPath } = openWithPaths(whole, summary);
    await store.deleteSession('a1b2c3d4');
    expect(readdirSync(dirname(summaryPath))).toEqual(['current.json']);
  });

  // promise: sessions-2
  test('is never overwritten', async () => {
    const { store, summaryPath } = openWithPaths(whole, summary);
    const [record] = await records(store);
    if (record?.type !== 'compaction') throw new Error('no compaction');
    const { recordSeq: _seq, recordedAt: _at, ...compaction } = record;
    await store.appendRecord('a1b2c3d4', { ...compaction, epoch: 2, previousEpoch: 1 });
    await records(store);
    expect(JSON.parse(readFileSync(summaryPath, 'utf8'))).toEqual(summary);
  });

  test.for([
    ['covers more than there is', { ...summary, last_message_idx: 40 }, 5],
    ['says no place', { content: summary.content }, undefined],
    ['has no text', { ...summary, content: ' ' }, undefined],
    ['ends before it begins', { ...summary, last_message_idx: -1 }, undefined],
  ] as const)('that %s', async ([, written, throughSeq]) => {
    const found = await records(openSupyagent(whole, written));
    expect(found.map((record) => 'throughSeq' in record && record.throughSeq)).toEqual(
      throughSeq === undefined ? [] : [throughSeq],
    );
  });
});

// promise: sessions-4
test('an answer of one text is written as a text, and read as it was', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-'));
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await store.createSession({ id: 's', agent: 'agent' });
  const options = { openai: { itemId: 'm1' } };
  const contents = [
    'plain',
    [{ type: 'text', text: 'one part' }],
    [{ type: 'text', text: 'with options', providerOptions: options }],
    [
      { type: 'text', text: 'two' },
      { type: 'text', text: 'parts' },
    ],
    [],
  ] as const;
  const messages = contents.map((content) => ({ role: 'assistant', content }) as Entry['message']);
  await store.append(
    's',
    messages.map((message) => ({ message })),
  );
  const path = join(directory, 'sessions', 'agent', 's.jsonl');
  const [, , line = ''] = readFileSync(path, 'utf8').split('\n');
  expect(JSON.parse(line)).toMatchObject({ type: 'assistant', content: 'one part' });
  const read = [];
  for await (const { message } of store.read('s')) read.push(message);
  expect(read).toEqual(messages);
});

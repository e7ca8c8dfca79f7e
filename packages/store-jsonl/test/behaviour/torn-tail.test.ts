import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Entry, Store } from '@everlong/core';
import { sampled } from '@everlong/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'everlong-jsonl-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const pathOf = (id: string): string => join(directory, 'sessions', 'agent', `${id}.jsonl`);

async function readAll(store: Store, id: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read(id)) entries.push(entry);
  return entries;
}

function say(...texts: string[]) {
  return texts.map((content) => ({ id: content, message: { role: 'user' as const, content } }));
}

describe('a file torn at any byte of its last batch', () => {
  // promise: context-1
  it('opens with every batch before it, takes new entries and stays dense', async () => {
    const store = createJsonlStore({ directory });
    await store.createSession({ id: 's', agent: 'agent' });
    await store.append('s', say('one', 'two'));
    const kept = (await readFile(pathOf('s'))).length;
    await store.append('s', say('three 東京', 'four'));
    const whole = await readFile(pathOf('s'));
    await store.close();

    const lengths = Array.from({ length: whole.length - kept }, (_, index) => kept + index);
    for (const length of [...sampled(lengths.slice(0, -1), 40), whole.length - 1]) {
      await writeFile(pathOf('s'), whole.subarray(0, length));
      const torn = createJsonlStore({ directory });
      // Where only the line break is missing, the batch is whole.
      const isWhole = length === whole.length - 1;
      const expected = isWhole ? ['one', 'two', 'three 東京', 'four'] : ['one', 'two'];
      expect((await readAll(torn, 's')).map((entry) => entry.id)).toEqual(expected);
      await torn.append('s', say('five'));
      const after = await readAll(torn, 's');
      expect(after.map((entry) => entry.id)).toEqual([...expected, 'five']);
      expect(after.map((entry) => entry.seq)).toEqual(after.map((_, index) => index));
      await torn.close();
    }
  });
});

describe('a file that supyagent wrote', () => {
  const lines = [
    '{"type":"meta","session_id":"a1b2","agent":"agent","title":"List files","created_at":"2025-01-15T10:30:00Z"}',
    '{"type":"user","content":"List all Python files","ts":"2025-01-15T10:30:00Z"}',
    '{"type":"assistant","content":"I search.","tool_calls":[{"id":"call_a","type":"function","function":{"name":"find__files","arguments":"{\\"glob\\":\\"*.py\\"}"}}],"tool_call_id":null,"name":null,"ts":"2025-01-15T10:30:01Z"}',
    '{"type":"tool_result","tool_call_id":"call_a","name":"find__files","content":"{\\"ok\\": true}","ts":"2025-01-15T10:30:02Z"}',
  ];

  it('opens as it is, also without a newline at its end, and can be appended to', async () => {
    const store = createJsonlStore({ directory });
    await store.createSession({ id: 'other', agent: 'agent' });
    await writeFile(pathOf('a1b2'), lines.join('\n'));
    const [first, second, third] = (await readAll(store, 'a1b2')).map((entry) => entry.message);
    expect(first).toEqual({ role: 'user', content: 'List all Python files' });
    expect(second?.content).toContainEqual({
      type: 'tool-call',
      toolCallId: 'call_a',
      toolName: 'find__files',
      input: { glob: '*.py' },
    });
    expect(third?.role).toBe('tool');
    expect((await store.getSession('a1b2')).title).toBe('List files');

    await store.append('a1b2', say('and now?'));
    const entries = await readAll(store, 'a1b2');
    expect(entries.map((entry) => entry.seq)).toEqual([0, 1, 2, 3]);
    expect((await readFile(pathOf('a1b2'), 'utf8')).startsWith(lines.join('\n'))).toBe(true);
    await store.close();
  });

  it('names file and line of what cannot be read, and serves the rest', async () => {
    const store = createJsonlStore({ directory });
    await store.createSession({ id: 'other', agent: 'agent' });
    await writeFile(
      pathOf('a1b2'),
      [...lines.slice(0, 2), '{broken', ...lines.slice(2)].join('\n'),
    );
    await expect(readAll(store, 'a1b2')).rejects.toThrow(/a1b2\.jsonl:3/);
    expect(await readAll(store, 'other')).toEqual([]);
    await store.close();
  });
});

describe('the summary file', () => {
  // promise: context-34, sessions-3
  it('holds the current snapshot and is made anew when it is missing', async () => {
    const store = createJsonlStore({ directory });
    await store.createSession({ id: 's', agent: 'agent' });
    await store.append('s', say('one', 'two'));
    await store.appendRecord('s', {
      type: 'compaction',
      epoch: 1,
      previousEpoch: 0,
      kind: 'snapshot',
      throughSeq: 1,
      ranges: [{ from: 0, to: 1, disposition: 'summarized', reason: 'test', tokens: 0 }],
      snapshot: {
        text: '## Current State',
        tokens: 4,
        throughSeq: 1,
        messagesCovered: 2,
        source: 'extractive',
        sections: {},
        ledger: [],
      },
      reason: 'test',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const path = join(directory, 'sessions', 'agent', 's_summary.json');
    const written = await readFile(path, 'utf8');
    expect(JSON.parse(written)).toMatchObject({ content: '## Current State', token_count: 4 });
    await rm(path);
    for await (const record of store.readRecords('s', { type: 'compaction' })) {
      expect(record.type).toBe('compaction');
    }
    expect(await readFile(path, 'utf8')).toBe(written);
    await store.close();
  });
});

it('deletes a session that was just made', async () => {
  const store = createJsonlStore({ directory });
  await store.createSession({ id: 's', agent: 'agent' });
  await store.deleteSession('s');
  expect(await store.listSessions()).toEqual([]);
  await store.close();
});

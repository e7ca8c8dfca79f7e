import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';

const exchange = (id: number): ModelMessage[] => {
  const call = { toolCallId: `call-${id}`, toolName: 'frobnicate' };
  const value = 'word '.repeat(400);
  return [
    { role: 'user', content: `Do it for item ${id}.` },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { item: id } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
    { role: 'assistant', content: `Item ${id} is through.` },
  ];
};

/** The snapshot of a session whose agent calls one tool that nobody knows. */
async function snapshotOf(options: Partial<SessionOptions>, tools?: unknown): Promise<string> {
  const store = createMemoryStore();
  const session = await openSession({ store, tokenizer, contextWindow: 8000, ...options });
  for (let id = 0; id < 20; id++) {
    await session.append(exchange(id));
    await session.prepare(tools === undefined ? {} : { tools: tools as never });
  }
  let text = '';
  for await (const record of store.readRecords(session.id, { type: 'compaction' })) {
    if (record.type === 'compaction') text = record.snapshot?.text ?? text;
  }
  await session.close();
  return text;
}

it('tells the calls of a tool that nobody knows, unless it is said to look only', async () => {
  const inputSchema = { type: 'object' };
  const annotated = { frobnicate: { inputSchema, annotations: { readOnlyHint: true } } };
  expect(await snapshotOf({})).toContain('- frobnicate item=');
  expect(await snapshotOf({ toolKinds: { frobnicate: 'read' } })).not.toContain('- frobnicate');
  expect(await snapshotOf({}, annotated)).not.toContain('- frobnicate');
  const over = { toolKinds: { frobnicate: 'other' } } as const;
  expect(await snapshotOf(over, annotated)).toContain('- frobnicate item=');
});

it('refuses a kind that there is not', async () => {
  const toolKinds = { frobnicate: 'reads' } as never;
  const opening = openSession({ store: createMemoryStore(), tokenizer, toolKinds });
  await expect(opening).rejects.toThrow(/toolKinds\.frobnicate of openSession is "reads": give/);
});

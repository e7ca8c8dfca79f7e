import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CorruptRecordError, type Store } from '@everlong/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

/** A session of three messages and a pin, in whose files one piece of text was changed. */
async function openDamaged(file: string, from: string, to: string): Promise<Store> {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-damage-'));
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await store.createSession({ id: 's', agent: 'agent' });
  await store.append('s', [
    { message: { role: 'user', content: 'Look at it' } },
    {
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I see' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} },
        ],
      },
    },
    {
      message: {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'text', value: 'a cat' },
          },
        ],
      },
    },
    { message: { role: 'assistant', content: 'A cat.' } },
  ]);
  await store.appendRecord('s', { type: 'pin', seq: 0, pinned: true });
  const path = join(directory, 'sessions', 'agent', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return store;
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item;
}

test.for(['"batch":0', '"batch":-4', '"batch":2.5', '"batch":"4"'])(
  'a batch of an impossible size (%s) hides nothing and loses nothing',
  async (damaged) => {
    const store = await openDamaged('s.jsonl', '"batch":4', damaged);
    await store.append('s', [{ message: { role: 'user', content: 'Thanks' } }]);
    const texts: unknown[] = [];
    for await (const { message } of store.read('s')) texts.push(message.content);
    expect(texts).toHaveLength(5);
    expect(texts.at(-1)).toBe('Thanks');
  },
);

describe('a damaged line that is still JSON', () => {
  test.for([
    ['a field by another name', '"content":"A cat."', '"contenX":"A cat."', 5],
    ['a number for the text', '"content":"A cat."', '"content":5', 5],
    ['null for the text', '"content":"Look at it"', '"content":null', 2],
    ['a call without a name', '"name":"look","arguments"', '"namX":"look","arguments"', 3],
    ['a call that is not an object', '"tool_calls":[{', '"tool_calls":[5,{', 3],
    ['an output of no type', '"content":"a cat"', '"content":"a cat","output_type":5', 4],
    ['no time', '"timestamp":', '"timestamX":', 2],
    ['a type of no message', '"type":"user"', '"type":"useR"', 2],
  ] as const)('(%s) is named with its file and line', async ([, from, to, line]) => {
    const store = await openDamaged('s.jsonl', from, to);
    await expect(drain(store.read('s'))).rejects.toSatisfy(CorruptRecordError.isInstance);
    await expect(drain(store.read('s'))).rejects.toThrow(new RegExp(`s\\.jsonl:${line}: item`));
  });

  test.for([
    ['"seq":0', '"seX":0'],
    ['"recordSeq":0', '"recordSeq":"0"'],
    ['"type":"pin"', '"type":5'],
  ] as const)('of a record (%s) is named too', async ([from, to]) => {
    const store = await openDamaged('s_records.jsonl', from, to);
    await expect(drain(store.readRecords('s'))).rejects.toSatisfy(CorruptRecordError.isInstance);
    await expect(drain(store.readRecords('s'))).rejects.toThrow(/s_records\.jsonl:1: item 0/);
  });
});

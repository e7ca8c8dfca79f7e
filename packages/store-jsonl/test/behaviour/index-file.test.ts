import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CorruptRecordError, type Store } from '@everlong/core';
import { propertyRuns, sampled } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

interface Subject {
  store: Store;
  path(name: string): string;
}

/** A session with 40 entries and 20 records, four of them compactions. */
async function createSubject(): Promise<Subject> {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-'));
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await store.createSession({ id: 's', agent: 'a', title: 'Title' });
  for (let batch = 0; batch < 10; batch++) await store.append('s', inputs(4 * batch, 4));
  for (let index = 0; index < 20; index++) {
    await store.appendRecord('s', { type: 'pin', seq: index, pinned: true });
  }
  return { store, path: (name) => join(directory, 'sessions', 'a', name) };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function inputs(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `id ${first + index}`,
    message: { role: 'user' as const, content: `text ${first + index}` },
  }));
}

async function expectWhole({ store }: Subject, count: number): Promise<void> {
  const entries = await collect(store.read('s'));
  expect(entries.map((entry) => entry.id)).toEqual(inputs(0, count).map((input) => input.id));
  const last = await collect(store.read('s', { reverse: true, limit: 3 }));
  expect(last).toEqual(entries.slice(-3).toReversed());
  expect(await store.getSession('s')).toMatchObject({ entryCount: count, title: 'Title' });
  const [known] = await store.append('s', inputs(7, 1));
  expect(known?.seq).toBe(7);
  const pins = await collect(store.readRecords('s', { type: 'pin', reverse: true, limit: 2 }));
  expect(pins.map((record) => record.recordSeq)).toEqual([19, 18]);
}

const indexes = ['s.index', 's_records.index'];

describe('an index file', () => {
  test('can be missing', async () => {
    const subject = await createSubject();
    for (const name of indexes) unlinkSync(subject.path(name));
    await expectWhole(subject, 40);
    await subject.store.append('s', inputs(40, 2));
    expect(readdirSync(subject.path('.'))).toContain('s.index');
    await expectWhole(subject, 42);
  });

  test('can be older than its log', async () => {
    const subject = await createSubject();
    copyFileSync(subject.path('s.index'), subject.path('old'));
    await subject.store.append('s', inputs(40, 2));
    copyFileSync(subject.path('old'), subject.path('s.index'));
    await expectWhole(subject, 42);
    await subject.store.append('s', inputs(42, 2));
    await expectWhole(subject, 44);
  });

  test('can be that of another log', async () => {
    const subject = await createSubject();
    await subject.store.createSession({ id: 'other', agent: 'a' });
    const others = inputs(0, 60).map(({ message }) => ({ message }));
    for (const input of others) await subject.store.append('other', [input]);
    copyFileSync(subject.path('other.index'), subject.path('s.index'));
    await expectWhole(subject, 40);
  });

  test('can be cut anywhere', async () => {
    const subject = await createSubject();
    const size = readFileSync(subject.path('s.index')).length;
    const lengths = Array.from({ length: Math.ceil(size / 7) }, (_, index) => 7 * index);
    for (const length of sampled(lengths, 20)) {
      truncateSync(subject.path('s.index'), length);
      await expectWhole(subject, 40);
    }
  });

  test('can hold anything', async () => {
    const subject = await createSubject();
    const good = indexes.map((name) => readFileSync(subject.path(name)));
    const place = fc.record({
      which: fc.nat(1),
      at: fc.nat(220),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 80 }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ which, at, bytes }) => {
        const bad = good.map((each) => Buffer.from(each));
        for (const [index, byte] of bytes.entries()) bad[which]?.writeUInt8(byte, at + index);
        indexes.forEach((name, index) => writeFileSync(subject.path(name), bad[index] ?? ''));
        await expectWhole(subject, 40);
      }),
      { numRuns: propertyRuns(75) },
    );
  });
});

describe('a broken line', () => {
  test.for([
    ['overwritten', (line: string) => line.replace(/./g, 'x')],
    ['broken at its end', (line: string) => `${line.slice(0, -3)}!!!`],
  ] as const)('that was %s is named when it is read, and only then', async ([, damage]) => {
    const subject = await createSubject();
    const { store } = subject;
    const file = subject.path('s.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[6] = damage(lines[6] ?? '');
    writeFileSync(file, lines.join('\n'));
    for (let round = 0; round < 2; round++) {
      const seen: number[] = [];
      const reading = (async () => {
        for await (const entry of store.read('s')) seen.push(entry.seq);
      })();
      const error: unknown = await reading.catch((reason: unknown) => reason);
      expect(CorruptRecordError.isInstance(error)).toBe(true);
      expect(String(error)).toContain(`${file}:7`);
      expect(seen).toEqual([0, 1, 2, 3, 4]);
      expect(await collect(store.read('s', { from: 6 }))).toHaveLength(34);
      expect(await store.search('39')).toHaveLength(1);
      expect((await store.getSession('s')).entryCount).toBe(40);
      rmSync(subject.path('s.index'), { force: true });
    }
    const [added] = await store.append('s', inputs(40, 1));
    expect(added?.seq).toBe(40);
  });
});

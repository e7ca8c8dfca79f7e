import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../jsonl-store.js';
import { openSessionFolder } from './session-folder.js';
import { createSessionWriter } from './session-writer.js';

const openFiles = '/proc/self/fd';

async function oneSession() {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const store = createJsonlStore({ directory });
  await store.createSession({ id: 's', agent: 'ada' });
  await store.append('s', [{ message: { role: 'user', content: 'hello' } }]);
  return { store, folder: openSessionFolder(directory, 'default') };
}

test('a lock that became a folder fails the change, and later ones go on', async () => {
  const { folder } = await oneSession();
  const writer = createSessionWriter(folder, 1000);
  const { lock } = folder.find('s');
  const broken = writer.change('s', () => {
    rmSync(lock);
    mkdirSync(lock);
  });
  await expect(broken).rejects.toThrow(/EISDIR|EPERM|EACCES/);
  rmSync(lock, { recursive: true });
  await expect(writer.change('s', () => 'changed')).resolves.toBe('changed');
});

test('entries are not kept where the records that were written with them cannot be', async () => {
  const { store, folder } = await oneSession();
  const { entries, records } = folder.find('s');
  const before = readFileSync(entries, 'utf8');
  const writer = createSessionWriter(folder, 1000);
  const both = [
    writer.change('s', (transaction) => {
      transaction.entries.add(
        before.trim().split('\n').at(-1)?.replace('"seq":0', '"seq":1') ?? '',
      );
    }),
    writer.change('s', (transaction) => {
      transaction.records.add('{"type":"pin","seq":0,"recordSeq":0}');
      mkdirSync(records);
    }),
  ];
  const ended = await Promise.allSettled(both);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  rmSync(records, { recursive: true });
  expect(readFileSync(entries, 'utf8')).toBe(before);
  await store.append('s', [{ message: { role: 'user', content: 'kept' } }]);
  expect((await store.getSession('s')).entryCount).toBe(2);
});

test('a record is stored where the summary file that is made of it cannot be written', async () => {
  const { store, folder } = await oneSession();
  mkdirSync(folder.find('s').summary);
  const { recordSeq } = await store.appendRecord('s', {
    type: 'compaction',
    epoch: 1,
    previousEpoch: 0,
    kind: 'snapshot',
    throughSeq: 0,
    ranges: [{ from: 0, to: 0, disposition: 'summarized', reason: 'full', tokens: 0 }],
    snapshot: {
      text: 'They said hello.',
      tokens: 4,
      throughSeq: 0,
      messagesCovered: 1,
      source: 'extractive',
      sections: {},
      ledger: [],
    },
    reason: 'full',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(recordSeq).toBe(0);
  expect((await store.getSession('s')).epoch).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'a log that cannot be opened leaves no file open',
  async () => {
    const { store, folder } = await oneSession();
    const { folder: files } = folder.find('s');
    const index = readdirSync(files).find((name) => name.endsWith('.index'));
    rmSync(join(files, index ?? ''));
    mkdirSync(join(files, index ?? ''));
    const before = readdirSync(openFiles).length;
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(store.getSession('s')).rejects.toThrow('EISDIR');
    }
    expect(readdirSync(openFiles).length).toBe(before);
  },
);

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Entry, Store } from '@everlong/core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { tryLockFile } from '../../src/files/file-lock.js';
import { createJsonlStore } from '../../src/jsonl-store.js';
import { examineJsonlStore } from '../../src/examine-jsonl-store.js';

let folder: string;
let directory: string;
let log: string;
let before: Entry[];

async function readAll(store: Store): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read('one')) entries.push(entry);
  return entries;
}

async function open<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = createJsonlStore({ directory });
  const result = await use(store);
  await store.close();
  return result;
}

async function examine(keepIn?: string) {
  const found = [];
  const options = { directory, lockWaitMs: 50, ...(keepIn === undefined ? {} : { keepIn }) };
  for await (const finding of examineJsonlStore(options)) found.push(finding);
  return found.map(({ kind, cure, sessionId, detail }) => ({ kind, cure, sessionId, detail }));
}

const lines = (): string[] => readFileSync(log, 'utf8').split('\n').slice(0, -1);
/** Without its index, which would no longer fit. */
function write(list: string[]): void {
  writeFileSync(log, `${list.join('\n')}\n`);
  rmSync(join(directory, 'a/one.index'));
}

/** Finds it, changes nothing by looking, repairs it with the original kept, and finds nothing more. */
async function expectRepaired(kind: string): Promise<void> {
  const damaged = readFileSync(log);
  expect(await examine()).toMatchObject([{ kind, cure: 'repairable' }]);
  expect(readFileSync(log)).toEqual(damaged);
  const keepIn = join(folder, 'kept');
  expect(await examine(keepIn)).toMatchObject([{ kind, cure: 'repaired' }]);
  expect(await examine()).toEqual([]);
  expect(await open(readAll)).toEqual(before);
}

const kept = (...names: string[]): string => join(folder, 'kept/sessions/a', ...names);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everlong-examine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  directory = join(folder, 'sessions');
  log = join(directory, 'a/one.jsonl');
  await open(async (store) => {
    await store.createSession({ id: 'one', agent: 'a', title: 'One' });
    const data = Uint8Array.from({ length: 3000 }, (_, index) => index % 256);
    const image = { type: 'file' as const, mediaType: 'image/png', data };
    await store.append('one', [{ message: { role: 'user', content: [image] } }]);
    await store.append(
      'one',
      ['b', 'c', 'd'].map((content) => ({ message: { role: 'user' as const, content } })),
    );
    await store.append('one', [{ message: { role: 'user', content: 'e' } }]);
    await store.appendRecord('one', {
      type: 'rewind',
      epoch: 1,
      previousEpoch: 0,
      fromSeq: 4,
      reason: 'x',
    });
    before = await readAll(store);
  });
});

describe('what can be repaired', () => {
  it('nothing in a sound store', async () => {
    expect(await examine(join(folder, 'kept'))).toEqual([]);
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  });

  it('half a line at the end', async () => {
    appendFileSync(log, '{"type":"user","seq":5,"id":"x","ti');
    const torn = readFileSync(log);
    await expectRepaired('torn-tail');
    expect(readFileSync(kept('one.jsonl'))).toEqual(torn);
  });

  it('a part of a batch at the end', async () => {
    const batch = lines().find((line) => line.includes('"batch":3')) ?? '';
    appendFileSync(log, `${batch.replace('"seq":1,', '"seq":5,')}\n`);
    await expectRepaired('torn-tail');
  });

  it('lines in the wrong order', async () => {
    const list = lines();
    const [last = ''] = list.splice(-1);
    list.splice(-1, 0, last);
    write(list);
    await expectRepaired('order');
    expect(lines().map((line) => (JSON.parse(line) as { seq?: number }).seq)).toEqual([
      undefined,
      0,
      1,
      2,
      3,
      4,
    ]);
    expect(readFileSync(kept('one.jsonl'), 'utf8')).toBe(`${list.join('\n')}\n`);
  });

  it('a batch whose first line has moved behind the others', async () => {
    const list = lines();
    const at = list.findIndex((line) => line.includes('"batch":3'));
    const [first = ''] = list.splice(at, 1);
    list.splice(at + 1, 0, first);
    write(list);
    await expectRepaired('order');
  });

  it('a batch whose first line has moved to the end', async () => {
    const list = lines();
    const at = list.findIndex((line) => line.includes('"batch":3'));
    const [first = ''] = list.splice(at, 1);
    write([...list, first]);
    expect(await examine()).toMatchObject([{ kind: 'order' }, { kind: 'damaged' }]);
    expect(await examine(join(folder, 'kept'))).toMatchObject([
      { kind: 'order', cure: 'repaired' },
    ]);
    expect(await open(readAll)).toEqual(before);
  });

  it('a line that is there twice', async () => {
    const list = lines();
    write([...list.slice(0, 2), ...list.slice(1)]);
    await expectRepaired('order');
  });

  it('a line that is no entry', async () => {
    const list = lines();
    write([...list.slice(0, 3), '<<<<<<< HEAD', ...list.slice(3)]);
    await expectRepaired('stray');
  });

  it('an index of another log', async () => {
    const index = join(directory, 'a/one.index');
    await open(async (store) => {
      await store.append('one', [{ message: { role: 'user', content: 'f' } }]);
      before = await readAll(store);
    });
    const bytes = readFileSync(index);
    bytes.writeUInt8(bytes.readUInt8(70) ^ 1, 70);
    writeFileSync(index, bytes);
    await expectRepaired('index');
    expect(readFileSync(kept('one.index'))).toEqual(bytes);
  });

  it('the lock of a process that is gone', async () => {
    const script = `process.stdout.write(JSON.stringify({ pid: process.pid, machine: process.argv[1] }))`;
    const own = await import('../../src/files/process-identity.js');
    const dead = spawnSync(process.execPath, ['-e', script, own.ownIdentity().machine]).stdout;
    writeFileSync(join(directory, 'a/one.lock'), dead);
    await expectRepaired('lock');
    expect(existsSync(join(directory, 'a/one.lock'))).toBe(false);
  });

  it('media that no line names', async () => {
    const name = `${'0'.repeat(64)}.png`;
    writeFileSync(join(directory, 'a/one_media', name), 'x');
    await expectRepaired('orphan');
    expect(readFileSync(kept('one_media', name), 'utf8')).toBe('x');
  });

  it('files of a session that is gone', async () => {
    writeFileSync(join(directory, 'a/two_records.jsonl'), '{}\n');
    await expectRepaired('orphan');
    expect(readFileSync(kept('two_records.jsonl'), 'utf8')).toBe('{}\n');
  });
});

describe('what cannot be repaired is named and left alone', () => {
  async function expectNamed(...found: object[]): Promise<void> {
    const damaged = readFileSync(log);
    expect(await examine(join(folder, 'kept'))).toMatchObject(found);
    expect(readFileSync(log)).toEqual(damaged);
  }

  it('a line that is not JSON', async () => {
    write(lines().with(3, '{"type":'));
    await expectNamed({
      kind: 'damaged',
      cure: 'none',
      sessionId: 'one',
      detail: 'item 2: not JSON',
    });
  });

  it('a session that another process is writing to', async () => {
    const lock = tryLockFile(join(directory, 'a/one.lock'));
    await expectNamed({ kind: 'lock', cure: 'none', detail: expect.stringContaining('held by') });
    lock?.release();
    expect(await examine()).toEqual([]);
  });

  it('a line that is missing', async () => {
    write(lines().toSpliced(3, 1));
    await expectNamed({ kind: 'damaged', cure: 'none', detail: 'item 2: the line is missing' });
  });

  it('two lines that claim one place', async () => {
    const list = lines();
    write([...list, (list[3] ?? '').replace('"content":"c"', '"content":"x"')]);
    await expectNamed({ kind: 'damaged', cure: 'none', detail: expect.stringContaining('item 2') });
  });

  it('bytes that are not those of their hash', async () => {
    const media = join(directory, 'a/one_media');
    const [name = ''] = readdirSync(media);
    writeFileSync(join(media, name), 'other');
    await expectNamed({ kind: 'checksum', cure: 'none' });
  });

  it('bytes that are missing', async () => {
    rmSync(join(directory, 'a/one_media'), { recursive: true });
    await expectNamed({
      kind: 'damaged',
      cure: 'none',
      detail: expect.stringContaining('no such media'),
    });
  });

  it('a torn end that holds what is missing before', async () => {
    const list = lines();
    const at = list.findIndex((line) => line.includes('"batch":3'));
    const [first = ''] = list.splice(at, 1);
    write([...list, first, '{"type":']);
    await expectNamed(
      { kind: 'torn-tail', cure: 'none' },
      { kind: 'order', cure: 'none' },
      { kind: 'damaged', detail: 'item 1: the line is missing' },
    );
  });
});

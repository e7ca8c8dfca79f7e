import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Entry, EverlongError } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import { createRandom, type Random, runSeed } from '@everlong/testing/random';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSqliteStore } from '../../src/sqlite-store.js';

/** Files that are damaged, of each kind. */
const trials = propertyRuns(8);
const ENTRIES = 200;
const RECORDS = 40;

let directory: string;
/** A store that was closed, and one whose write-ahead log is still there. */
let closed: Buffer;
let open: { file: Buffer; wal: Buffer };
/** The log of another store. */
let otherWal: Buffer;

function makeStore(name: string, word: string) {
  const path = join(directory, `${name}.db`);
  return { path, store: createSqliteStore({ path, synchronous: 'NORMAL' }), word };
}

async function fill({ store, word }: ReturnType<typeof makeStore>): Promise<void> {
  await store.createSession({ id: 's', agent: 'agent' });
  for (let seq = 0; seq < ENTRIES; seq += 10) {
    const batch = Array.from({ length: 10 }, (_, index) => ({
      id: `entry-${seq + index}`,
      message: { role: 'user' as const, content: `${word} ${seq + index} ${'x'.repeat(300)}` },
    }));
    await store.append('s', batch);
  }
  for (let seq = 0; seq < RECORDS; seq++) {
    await store.appendRecord('s', { type: 'pin', seq, pinned: true });
  }
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everlong-random-damage-'));
  const first = makeStore('first', 'text');
  await fill(first);
  await first.store.search('text');
  await first.store.close();
  closed = readFileSync(first.path);
  const second = makeStore('second', 'text');
  await fill(second);
  open = { file: readFileSync(second.path), wal: readFileSync(`${second.path}-wal`) };
  await second.store.close();
  const other = makeStore('other', 'another');
  await fill(other);
  otherWal = readFileSync(`${other.path}-wal`);
  await other.store.close();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

function flipped(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = 1 + random.below(60); left > 0; left--) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  }
  return copy;
}

function cut(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.below(bytes.length));
}

function zeroed(bytes: Buffer, random: Random): Buffer {
  const page = random.below(bytes.length / 4096);
  return Buffer.from(bytes).fill(0, page * 4096, (page + 1) * 4096);
}

/** Half of a page is that of another place, as after a write that was torn. */
function tornPage(random: Random): { file: Buffer } {
  const bytes = closed;
  const copy = Buffer.from(bytes);
  const [to, from] = [random.below(bytes.length / 4096), random.below(bytes.length / 4096)];
  bytes.copy(copy, to * 4096, from * 4096, from * 4096 + 2048);
  return { file: copy };
}

type Damage = (random: Random) => { file: Buffer; wal?: Buffer };

const damages: [string, Damage][] = [
  ['a file with flipped bits', (random) => ({ file: flipped(closed, random) })],
  ['a file without its tail', (random) => ({ file: cut(closed, random) })],
  ['a file with a page of zeros', (random) => ({ file: zeroed(closed, random) })],
  ['a file with a torn page', tornPage],
  ['a log with flipped bits', (random) => ({ ...open, wal: flipped(open.wal, random) })],
  ['a log without its tail', (random) => ({ ...open, wal: cut(open.wal, random) })],
  ['a log of another file', (random) => ({ file: flipped(closed, random), wal: otherWal })],
];

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** What a store says of the file: how many entries it has, or an error; never less in silence. */
async function read(
  path: string,
): Promise<{ stated: number; entries: Entry[]; errors: unknown[] }> {
  const errors: unknown[] = [];
  const attempt = async <Result>(run: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await run();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  };
  const store = await attempt(async () => createSqliteStore({ path }));
  if (store === undefined) return { stated: 0, entries: [], errors };
  const info = await attempt(() => store.getSession('s'));
  const entries = await attempt(() => collect(store.read('s')));
  const backwards = await attempt(() => collect(store.read('s', { reverse: true })));
  const records = await attempt(() => collect(store.readRecords('s')));
  await attempt(() => store.search('text'));
  await attempt(() => store.append('s', [{ message: { role: 'user', content: 'more' } }]));
  await attempt(() => store.close());
  const stated = info?.entryCount ?? entries?.length ?? 0;
  for (const found of [entries, backwards]) if (found) expect(found).toHaveLength(stated);
  if (records)
    expect(records.map(({ recordSeq }) => recordSeq)).toEqual(records.map((_, at) => at));
  return { stated, entries: entries ?? [], errors };
}

test.each(damages)('%s gives errors of core or all of the log', async (kind, damage) => {
  const random = createRandom(runSeed() + kind.length);
  for (let trial = 0; trial < trials; trial++) {
    const path = join(directory, `damaged-${kind.length}-${trial}.db`);
    const { file, wal } = damage(random);
    writeFileSync(path, file);
    if (wal !== undefined) writeFileSync(`${path}-wal`, wal);
    const { entries, errors } = await read(path);
    expect(errors.filter((error) => !EverlongError.isInstance(error))).toEqual([]);
    entries.forEach((entry, seq) => expect(entry.seq).toBe(seq));
    // SQLite keeps no checksums: a page that is valid in itself, such as an old one, it takes.
    const isExact = wal === undefined && damage !== tornPage;
    if (entries.length > 0 && isExact) expect(entries).toHaveLength(ENTRIES);
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  }
});

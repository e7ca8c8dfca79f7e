// Opens a session of a million entries: the session, its last compaction and its last 100 entries.
// Build the packages first, then: node bench/open.mjs [entries]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSqliteStore } from '@everlong/store-sqlite';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 1000;
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const path = join(directory, 'store.db');

async function fill() {
  const store = createSqliteStore({ path, synchronous: 'NORMAL' });
  const { id } = await store.createSession({ agent: 'bench' });
  for (let seq = 0; seq < ENTRIES; seq += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => ({
      message: { role: 'user', content: `message ${seq + index}: ${'some words '.repeat(15)}` },
    }));
    await store.append(id, batch);
    const usage = { inputTokens: seq, outputTokens: 1 };
    await store.appendRecord(id, { type: 'usage', usage, total: usage, epoch: 0 });
    if (seq !== 0) continue;
    const epochs = { epoch: 1, previousEpoch: 0, kind: 'trim', throughSeq: 0, ranges: [] };
    await store.appendRecord(id, {
      type: 'compaction',
      ...epochs,
      reason: 'bench',
      createdAt: new Date().toISOString(),
    });
  }
  await store.close();
  return id;
}

async function open(id) {
  const start = performance.now();
  const store = createSqliteStore({ path });
  const { entryCount } = await store.getSession(id);
  let seen = 0;
  const last = { reverse: true, limit: 1, type: 'compaction' };
  for await (const record of store.readRecords(id, last)) seen += record.epoch;
  for await (const entry of store.read(id, { from: entryCount - 100 })) seen += entry.seq > 0;
  const elapsed = performance.now() - start;
  await store.close();
  if (entryCount !== ENTRIES || seen !== 101)
    throw new Error('the session is not as it was filled');
  return elapsed;
}

const id = await fill();
const megabytes = (statSync(path).size / 1e6).toFixed(0);
const times = [];
for (let round = 0; round < 10; round++) times.push(await open(id));
const memory = (process.memoryUsage().rss / 1e6).toFixed(0);
process.stdout.write(
  `${ENTRIES} entries, ${megabytes} MB: first open ${times[0].toFixed(1)} ms, ` +
    `median of ten ${times.toSorted((left, right) => left - right)[5].toFixed(1)} ms, ${memory} MB of memory\n`,
);
rmSync(directory, { recursive: true });

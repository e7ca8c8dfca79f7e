// Opens a session of a million entries: the session, its last compaction and its last 50 entries.
// Build the packages first, then: node --expose-gc bench/open.mjs [entries]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJsonlStore } from '@everlong/store-jsonl';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 2000;
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const session = join(directory, 'sessions', 'bench', 'long');

async function fill() {
  const store = createJsonlStore({ directory });
  const { id } = await store.createSession({ id: 'long', agent: 'bench' });
  for (let seq = 0; seq < ENTRIES; seq += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, ENTRIES - seq) }, (_, index) => ({
      message: { role: 'user', content: `message ${seq + index}: ${'some words '.repeat(15)}` },
    }));
    await store.append(id, batch);
    const usage = { inputTokens: seq, outputTokens: 1 };
    await store.appendRecord(id, { type: 'usage', usage, total: usage, epoch: 0 });
    if (seq !== 0) continue;
    const epochs = { epoch: 1, previousEpoch: 0, kind: 'trim', throughSeq: 0, ranges: [] };
    const createdAt = new Date().toISOString();
    await store.appendRecord(id, { type: 'compaction', ...epochs, reason: 'bench', createdAt });
  }
  await store.close();
}

async function open() {
  const start = performance.now();
  const store = createJsonlStore({ directory });
  const { entryCount } = await store.getSession('long');
  let seen = 0;
  const last = { reverse: true, limit: 1, type: 'compaction' };
  for await (const record of store.readRecords('long', last)) seen += record.epoch;
  const newest = { reverse: true, limit: 50 };
  for await (const entry of store.read('long', newest)) seen += entry.seq > 0;
  const elapsed = performance.now() - start;
  await store.close();
  if (entryCount !== ENTRIES || seen !== 51)
    throw new Error('the session is not what was filled in');
  return elapsed;
}

await fill();
const megabytes = (statSync(`${session}.jsonl`).size / 1e6).toFixed(0);
const times = [];
for (let round = 0; round < 11; round++) times.push(await open());
const median = times.toSorted((left, right) => left - right)[5];
const before = process.memoryUsage().rss;
rmSync(`${session}.index`);
const pass = await open();
const grown = ((process.memoryUsage().rss - before) / 1e6).toFixed(0);
const store = createJsonlStore({ directory });
const appends = [];
for (let index = 0; index < 5; index++) {
  const start = performance.now();
  await store.append('long', [{ id: `new ${index}`, message: { role: 'user', content: 'x' } }]);
  appends.push((performance.now() - start).toFixed(1));
}
await store.close();
process.stdout.write(
  `${ENTRIES} entries, ${megabytes} MB: first open ${times[0].toFixed(1)} ms, ` +
    `median of eleven ${median.toFixed(1)} ms\n` +
    `without the index ${pass.toFixed(0)} ms, ${grown} MB of memory more\n` +
    `appends with ids of the caller's: ${appends.join(', ')} ms\n`,
);
rmSync(directory, { recursive: true });

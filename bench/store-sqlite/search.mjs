// The first search of a session, which indexes it, and searches after that.
// Build the packages first, then: node bench/search.mjs [entries]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSqliteStore } from '@everlong/store-sqlite';

const ENTRIES = Number(process.argv[2] ?? 100_000);
const BATCH = 1000;
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const store = createSqliteStore({ path: join(directory, 'store.db'), synchronous: 'NORMAL' });

/** About 350 characters of words with the frequencies of a language: few common, many rare. */
function sampleText(seq) {
  let state = seq + 1;
  const words = Array.from({ length: 50 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return `word${Math.floor((state / 2147483648) ** 3 * 20_000)}`;
  });
  return words.join(' ');
}

async function milliseconds(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const { id } = await store.createSession({ agent: 'bench' });
for (let seq = 0; seq < ENTRIES; seq += BATCH) {
  const batch = Array.from({ length: BATCH }, (_, index) => ({
    message: { role: 'user', content: sampleText(seq + index) },
  }));
  await store.append(id, batch);
}
const first = await milliseconds(() => store.search('word15000', { sessionId: id }));
const times = [];
for (let round = 0; round < 100; round++) {
  const query = `word${round * 37} word${round * 190} word${19_999 - round}`;
  times.push(await milliseconds(() => store.search(query, { sessionId: id })));
}
const sorted = times.toSorted((left, right) => left - right);
const each = ((first * 1000) / ENTRIES).toFixed(0);
process.stdout.write(
  `${ENTRIES} entries: first search ${(first / 1000).toFixed(1)} s (${each} µs an entry), ` +
    `then of three words median ${sorted[50].toFixed(1)} ms, slowest of 100 ${sorted[99].toFixed(1)} ms\n`,
);
await store.close();
rmSync(directory, { recursive: true });

// Durable appends against a bare prepared INSERT of the same bytes into a table with one text
// column, in one run, turn by turn. Build the packages first, then: node bench/append.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSqliteStore } from '@everlong/store-sqlite';
import BetterSqlite3 from 'better-sqlite3';

const ENTRIES = 1000;
const ROUNDS = 20;
/** Turns are short, so that a slow moment of the disk hits both. */
const TURN = 50;
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));

/** Sizes as in recorded agent sessions: a median of about 450 characters, a mean of about 1,400. */
const sizes = [120, 250, 300, 400, 450, 600, 900, 1200, 2600, 7000];
const words = 'the file src/index.ts was read and 42 tests pass in "everlong" now,\n'.split(' ');

function sampleText(length, seed) {
  let text = '';
  for (let index = seed; text.length < length; index++) text += `${words[index % words.length]} `;
  return text.slice(0, length);
}

const inputs = Array.from({ length: ENTRIES }, (_, index) => {
  const content = sampleText(sizes[index % sizes.length], index);
  const role = index % 2 === 0 ? 'user' : 'assistant';
  return {
    message: { role, content: role === 'user' ? content : [{ type: 'text', text: content }] },
  };
});
const frame = '0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee2026-01-01T00:00:00.000Z';
const bodies = inputs.map(({ message }) => frame + JSON.stringify(message));

function openBare() {
  const database = new BetterSqlite3(join(directory, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE bodies (key INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO bodies (body) VALUES (?)');
  const insertAll = database.transaction((batch) => batch.forEach((body) => insert.run(body)));
  return {
    one: (from) => bodies.slice(from, from + TURN).forEach((body) => insert.run(body)),
    batch: (from) => insertAll(bodies.slice(from, from + 100)),
  };
}

async function openStore() {
  const store = createSqliteStore({ path: join(directory, 'store.db') });
  const { id } = await store.createSession({ agent: 'bench' });
  return {
    async one(from) {
      for (const input of inputs.slice(from, from + TURN)) await store.append(id, [input]);
    },
    batch: (from) => store.append(id, inputs.slice(from, from + 100)),
  };
}

async function milliseconds(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const bare = openBare();
const store = await openStore();
for (const way of ['one', 'batch']) {
  const total = { bare: 0, store: 0 };
  const step = way === 'one' ? TURN : 100;
  for (let round = -2; round < ROUNDS; round++) {
    for (let from = 0; from < ENTRIES; from += step) {
      const bareTime = await milliseconds(() => bare[way](from));
      const storeTime = await milliseconds(() => store[way](from));
      if (round < 0) continue;
      total.bare += bareTime;
      total.store += storeTime;
    }
  }
  const each = (time) => `${((time * 1000) / (ROUNDS * ENTRIES)).toFixed(1)} µs an entry`;
  const name = way === 'one' ? 'one by one' : 'batches of 100';
  const ratio = ((100 * total.bare) / total.store).toFixed(0);
  process.stdout.write(
    `${name}: bare INSERT ${each(total.bare)}, store ${each(total.store)}, ratio ${ratio} %\n`,
  );
}
rmSync(directory, { recursive: true });

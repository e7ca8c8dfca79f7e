// Durable appends against bare writes of the same bytes with fdatasync, in one run, turn by turn.
// Build the packages first, then: node bench/append.mjs
import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createJsonlStore } from '@everlong/store-jsonl';

const ENTRIES = 1000;
const ROUNDS = 5;
const TURN = 50;
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const inputs = Array.from({ length: ENTRIES }, (_, index) => ({
  message: {
    role: 'user',
    content: `message ${index}: ${'some words '.repeat(5 + (index % 200))}`,
  },
}));
const lines = inputs.map(({ message }, seq) =>
  Buffer.from(`${JSON.stringify({ type: 'user', seq, id: 'x'.repeat(36), ...message })}\n`),
);

const file = openSync(join(directory, 'bare.jsonl'), 'a');
const [writeBytes, sync] = [promisify(write), promisify(fdatasync)];
async function bare(bytes) {
  await writeBytes(file, bytes);
  await sync(file);
}

const store = createJsonlStore({ directory });
const { id } = await store.createSession({ agent: 'bench' });
const ways = {
  'one by one': {
    async bare(from) {
      for (const line of lines.slice(from, from + TURN)) await bare(line);
    },
    async store(from) {
      for (const input of inputs.slice(from, from + TURN)) await store.append(id, [input]);
    },
  },
  'batches of 50': {
    bare: (from) => bare(Buffer.concat(lines.slice(from, from + TURN))),
    store: (from) => store.append(id, inputs.slice(from, from + TURN)),
  },
  '50 at once': {
    bare: (from) => bare(Buffer.concat(lines.slice(from, from + TURN))),
    store: (from) =>
      Promise.all(inputs.slice(from, from + TURN).map((input) => store.append(id, [input]))),
  },
};

async function milliseconds(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

for (const [name, way] of Object.entries(ways)) {
  const total = { bare: 0, store: 0 };
  for (let round = -1; round < ROUNDS; round++) {
    for (let from = 0; from < ENTRIES; from += TURN) {
      const bareTime = await milliseconds(() => way.bare(from));
      const storeTime = await milliseconds(() => way.store(from));
      if (round < 0) continue;
      total.bare += bareTime;
      total.store += storeTime;
    }
  }
  const each = (time) => `${((time * 1000) / (ROUNDS * ENTRIES)).toFixed(0)} µs an entry`;
  process.stdout.write(
    `${name}: bare write and flush ${each(total.bare)}, store ${each(total.store)}, ` +
      `ratio ${((100 * total.bare) / total.store).toFixed(0)} %\n`,
  );
}
await store.close();
closeSync(file);
rmSync(directory, { recursive: true });

// Durable appends over HTTP against the store's own, 32 of them at once, each to a session of its
// own, turn by turn. Build first; node bench/append.mjs [turns]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSqliteStore } from '@everlong/store-sqlite';

import { load, median, print } from './load.mjs';
import { startServer } from './start-server.mjs';

const TURNS = Number(process.argv[2] ?? 9);
const CLIENTS = 32;
const MILLISECONDS = 1500;
/** Servers run for days: until V8 has compiled their code, requests take up to twice as long. */
const WARM_UP_MILLISECONDS = { own: 3000, ours: 20_000 };
const headers = { authorization: 'Bearer a-key-of-more-than-24-characters' };
const content = 'the tests of the parser pass now, as they should. '.repeat(9);
const { url, post, get, stop } = await startServer();
const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const store = createSqliteStore({ path: join(directory, 'store.db') });
/** @type {string[]} */
const overHttp = [];
/** @type {string[]} */
const direct = [];
for (let client = 0; client < CLIENTS; client++) {
  overHttp.push((await post('/v1/sessions', {})).id);
  direct.push((await store.createSession({ agent: 'bench' })).id);
}
const body = JSON.stringify({ messages: [{ role: 'user', content }] });

/** Processor time of an append, in microseconds: what decides where disks are fast. */
const cpu = { own: [], ours: [] };

async function appendDirectly(milliseconds) {
  let count = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(
    direct.map(async (id) => {
      while (performance.now() - start < milliseconds) {
        await store.append(id, [{ message: { role: 'user', content } }]);
        count++;
        // Other clients are served as well.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  cpu.own.push((user + system) / count);
  return count / ((performance.now() - start) / 1000);
}

const request = (client) => ({
  path: `${url}/v1/sessions/${overHttp[client]}/messages`,
  body,
  headers,
});

const [ours, own] = [[], []];
await appendDirectly(WARM_UP_MILLISECONDS.own);
await load({ clients: CLIENTS, milliseconds: WARM_UP_MILLISECONDS.ours, request });
cpu.own.length = 0;
for (let turn = 0; turn < TURNS; turn++) {
  own.push(await appendDirectly(MILLISECONDS));
  const before = await get('/bare/cpu');
  const rate = await load({ clients: CLIENTS, milliseconds: MILLISECONDS, request });
  cpu.ours.push(((await get('/bare/cpu')) - before) / (rate * (MILLISECONDS / 1000)));
  ours.push(rate);
}
const ratios = ours.map((rate, turn) => rate / own[turn]);
print(
  `appends over HTTP: ${Math.round(median(ours))} a second; the store's own: ${Math.round(median(own))}`,
);
print(`ratio: ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`);
print(
  `processor time of an append: ${Math.round(median(cpu.ours))} µs, of the store's own ${Math.round(median(cpu.own))} µs`,
);
await store.close();
rmSync(directory, { recursive: true, force: true });
await stop();

// Memory of the server over many requests to many sessions: the second half of them must add at
// most 10 %. Build first; node bench/memory.mjs [requests] [sessions]
import { load, print } from './load.mjs';
import { startServer } from './start-server.mjs';

const [requests = 100_000, sessions = 10_000] = process.argv.slice(2).map(Number);
const headers = { authorization: 'Bearer a-key-of-more-than-24-characters' };
const { url, post, get, stop } = await startServer();
for (let first = 0; first < sessions; first += 100) {
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => post('/v1/sessions', { id: `s${first + index}` })),
  );
}
const body = JSON.stringify({
  messages: [{ role: 'user', content: 'the tests pass. '.repeat(20) }],
});
const sent = { count: 0 };

async function half() {
  const until = sent.count + requests / 2;
  while (sent.count < until) {
    const request = () => {
      const id = `s${(sent.count * 7919) % sessions}`;
      const path = `${url}/v1/sessions/${id}`;
      const isAppend = sent.count++ % 2 === 0;
      return isAppend
        ? { path: `${path}/messages`, body, headers }
        : { path: `${path}/prepare`, body: '{}', headers };
    };
    await load({ clients: 32, milliseconds: 1000, request });
  }
  const { rss, heapUsed } = await get('/bare/memory');
  return { rss: Math.round(rss / 1e6), heapUsed: Math.round(heapUsed / 1e6) };
}

const first = await half();
print(
  `${sent.count} requests to ${sessions} sessions: ${first.rss} MB, of it heap ${first.heapUsed} MB`,
);
const second = await half();
print(`${sent.count} requests: ${second.rss} MB, of it heap ${second.heapUsed} MB`);
print(`second half: ${(100 * (second.rss / first.rss - 1)).toFixed(1)} % more`);
await stop();

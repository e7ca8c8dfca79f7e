// `prepare` over HTTP against a Hono route of the same process that serializes the same object, turn
// by turn: an 8k window, a warm session of 200 turns, 32 clients. Build first; node
// bench/prepare.mjs [turns]
import { load, median, print } from './load.mjs';
import { startServer } from './start-server.mjs';

const TURNS = Number(process.argv[2] ?? 9);
const headers = { authorization: 'Bearer a-key-of-more-than-24-characters' };
const { url, bareUrl, post, get, stop } = await startServer();
const { id } = await post('/v1/sessions', { context_window: 8000 });
const text = (index) =>
  `message ${index}: ${'the tests of the parser pass now, as they should. '.repeat(8)}`;
for (let turn = 0; turn < 200; turn++) {
  await post(`/v1/sessions/${id}/messages`, {
    messages: [
      { role: 'user', content: text(turn) },
      { role: 'assistant', content: text(turn) },
    ],
  });
  await post(`/v1/sessions/${id}/prepare`, {});
}
const path = `${url}/v1/sessions/${id}/prepare`;
await get(`/bare/keep?from=${encodeURIComponent(path)}`);
const ours = [];
const bare = [];
/**
 * Processor time of a request, in microseconds: what decides on a machine that does nothing else.
 */
const cpu = { bare: [], ours: [] };

async function measure(name, target) {
  const before = await get('/bare/cpu');
  const rate = await load({
    clients: 32,
    milliseconds: 1500,
    request: () => ({ path: target, body: '{}', headers }),
  });
  cpu[name].push(((await get('/bare/cpu')) - before) / (rate * 1.5));
  return rate;
}

for (let turn = 0; turn < TURNS; turn++) {
  bare.push(await measure('bare', `${bareUrl}/bare/prepare`));
  ours.push(await measure('ours', path));
}
const ratios = ours.map((rate, turn) => rate / bare[turn]);
print(`prepare over HTTP: ${Math.round(median(ours))} requests a second`);
print(`a route that serializes the same object: ${Math.round(median(bare))}`);
print(`ratio: ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`);
print(
  `processor time of a request: ${Math.round(median(cpu.ours))} µs, of the bare route ${Math.round(median(cpu.bare))} µs`,
);
await stop();

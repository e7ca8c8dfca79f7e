// What the dearest single requests cost: the processor time that each takes on the main thread, and
// the longest that it holds everybody else, /livez included, up. Build first; node
// bench/one-request.mjs [name]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createServer } from '@everlong/server';
import { createSqliteState } from '@everlong/server/node';
import { createSqliteStore } from '@everlong/store-sqlite';

import { print } from './load.mjs';

const [only] = process.argv.slice(2);
const KEY = 'a-key-of-more-than-24-characters';
const headers = {
  authorization: `Bearer ${KEY}`,
  'content-type': 'application/json',
};
const folder = mkdtempSync(join(tmpdir(), 'everlong-one-request-'));
const store = createSqliteStore({ path: join(folder, 's.db') });
const state = createSqliteState({ path: join(folder, 's.server.db') });
const server = createServer({ store, state, adminKey: KEY, limits: { requestsPerMinute: 0 } });

async function call(route, body) {
  const [method, path] = route.split(' ');
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await server.app.request(path, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** The main thread's processor time in milliseconds. */
function spent() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Total, and the most between two turns of the event loop, in milliseconds of processor time. */
async function measure(work) {
  let last = spent();
  const start = last;
  let longest = 0;
  let isOver = false;
  const tick = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const result = await work();
  tick();
  isOver = true;
  return { result, total: last - start, longest };
}

const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const user = (content) => JSON.stringify({ messages: [{ role: 'user', content }] });
const words = (bytes) => {
  let text = '';
  for (let index = 0; text.length < bytes; index++) text += `word${(index * 7919) % 99991} `;
  return text;
};
const values = (bytes, from) => {
  let text = '';
  for (let index = from; text.length < bytes; index++) text += `v${index}=${index * 31337} `;
  return text;
};
const append = 'POST /v1/sessions/s/messages';
const prepare = 'POST /v1/sessions/s/prepare';
const members = (count) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'x', ...Object.fromEntries(list(count, (i) => [`k${i}`, 1])) },
    ],
  });
const parts = (count) => user(list(count, (i) => ({ type: 'text', text: `part ${i}` })));
const calls = (count) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: list(count, (i) => ({
          type: 'tool-call',
          toolCallId: `c${i}`,
          toolName: 'read',
          input: { path: `/f${i}` },
        })),
      },
    ],
  });
const cases = {
  'append, 400,000 unknown members': () => [[append, members(400_000)]],
  'append, 10,000 members in an input': () => [
    [
      append,
      JSON.stringify({
        messages: [
          {
            role: 'assistant',
            content: [
              {
                type: 'tool-call',
                toolCallId: 'c',
                toolName: 't',
                input: Object.fromEntries(list(10_000, (i) => [`k${i}`, 1])),
              },
            ],
          },
        ],
      }),
    ],
  ],
  'append, 1,000 messages': () => [
    [
      append,
      JSON.stringify({ messages: list(1000, (i) => ({ role: 'user', content: `message ${i}` })) }),
    ],
  ],
  'append, 24,000 unknown members': () => [[append, members(24_000)]],
  'append, an input of 24,000 members': () => [
    [
      append,
      JSON.stringify({
        messages: [
          {
            role: 'assistant',
            content: [
              {
                type: 'tool-call',
                toolCallId: 'c',
                toolName: 't',
                input: Object.fromEntries(list(24_000, (i) => [`k${i}`, 1])),
              },
            ],
          },
        ],
      }),
    ],
  ],
  'append, a file of 7.7 MB': () => [
    [
      append,
      user([{ type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgoA'.repeat(640_000) }]),
    ],
    [prepare, '{}'],
    ['GET /v1/sessions/s/messages'],
  ],
  'append, 8 texts of 512 kB': () => [
    [
      append,
      JSON.stringify({ messages: list(8, () => ({ role: 'user', content: words(512e3) })) }),
    ],
    [prepare, '{}'],
  ],
  'append, 7.7 MB of words': () => [[append, user(words(7.7e6))]],
  'prepare, 7.7 MB of words': () => [
    [append, user(words(7.7e6))],
    [prepare, '{}'],
  ],
  'prepare, 512 kB of words': () => [
    [append, user(words(512e3))],
    [prepare, '{}'],
  ],
  'search, 7.7 MB of words': () => [[append, user(words(7.7e6))], ['GET /v1/search?q=word5']],
  'search, 512 kB of words': () => [[append, user(words(512e3))], ['GET /v1/search?q=word5']],
  'search, 512 kB of Han': () => [[append, user('漢'.repeat(170_000))], ['GET /v1/search?q=x']],
  'search, 20 hits of 512 kB': () => [
    ...list(20, () => [append, user(words(512e3))]),
    ['GET /v1/search?q=nothing'],
    ['GET /v1/search?q=word5'],
  ],
  'instructions, 15 MB of -': () => [[prepare, JSON.stringify({ instructions: '-'.repeat(15e6) })]],
  'instructions, 512 kB of -': () => [
    [append, user('hi')],
    [prepare, JSON.stringify({ instructions: '-'.repeat(512e3) })],
  ],
  'tools, 4 MB': () => [
    [append, user('hi')],
    [
      prepare,
      JSON.stringify({
        tools: list(20_000, (i) => ({
          name: `tool_${i}`,
          description: words(100),
          input_schema: { type: 'object' },
        })),
      }),
    ],
  ],
  'parts, 150,000': () => [
    [append, parts(150_000)],
    [prepare, '{}'],
  ],
  '10 messages of 1,000 parts': () => [...list(10, () => [append, parts(1000)]), [prepare, '{}']],
  'parts, 1,000': () => [
    [append, parts(1_000)],
    [prepare, '{}'],
  ],
  'tool calls, 60,000': () => [
    [append, calls(60_000)],
    [prepare, '{}'],
  ],
  '10 messages of 1,000 tool calls': () => [
    ...list(10, () => [append, calls(1000)]),
    [prepare, '{}'],
  ],
  'tool calls, 1,000': () => [
    [append, calls(1_000)],
    [prepare, '{}'],
  ],
  'message of 512 kB of -': () => [
    [append, user('-'.repeat(512e3))],
    [prepare, '{}'],
  ],
  'values, 512 kB': () => [
    [append, user(values(512e3, 0))],
    [prepare, '{}'],
  ],
  'values, twice 512 kB': () => [
    [append, user(values(512e3, 0))],
    [append, user(values(512e3, 1e7))],
    [prepare, '{}'],
  ],
};

for (const [name, steps] of Object.entries(cases)) {
  if (only !== undefined && !name.includes(only)) continue;
  await call('POST /v1/sessions', JSON.stringify({ id: 's' }));
  const told = [];
  const made = steps();
  for (const [index, [route, body]] of made.entries()) {
    globalThis.gc?.();
    const { result, total, longest } = await measure(() => call(route, body));
    if (index >= made.length - 2)
      told.push(`${result} ${total.toFixed(0)} ms, at once ${longest.toFixed(0)}`);
    if (result >= 400) break;
  }
  print(`${name}: ${told.join('; ')}`);
  await call('DELETE /v1/sessions/s');
}
await server.close();
await state.close();
await store.close();
rmSync(folder, { recursive: true });

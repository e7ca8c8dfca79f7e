// Times of `prepare` and `openSession` on long sessions. Build first; then
//   node packages/context/bench/prepare.mjs [entries,entries,…] [window,window,…] [policy]
// Warm: one entry is appended before each request, and only `prepare` is timed; `plain` are the
// requests that extend the one before, `compact` is the slowest that began a new epoch.
import { createMemoryStore } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';

import { openSession } from '../dist/index.js';

const [sizes = '1000,10000,1000000', windows = '16000,200000', policy = 'everlong'] =
  process.argv.slice(2);
const REQUESTS = 400;
const BATCH = 5000;

const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
const instructions = 'You are a careful engineer. Answer briefly.';

/** The entries of a coding agent's turn: a question, a call, its result, an answer. */
function entry(seq) {
  const toolCallId = `call-${seq - (seq % 4)}`;
  switch (seq % 4) {
    case 0:
      return { role: 'user', content: `Please look at src/module-${seq}.ts and tell me about it.` };
    case 1: {
      const input = { path: `src/module-${seq}.ts`, from: seq % 100, to: (seq % 100) + 20 };
      const call = { type: 'tool-call', toolCallId, toolName: 'read_file', input };
      return { role: 'assistant', content: [{ type: 'text', text: 'Let me look.' }, call] };
    }
    case 2: {
      const value = `export function handler${seq}(request) {\n  return ${seq};\n}\n`.repeat(3);
      const output = { type: 'text', value };
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName: 'read_file', output }],
      };
    }
    default:
      return { role: 'assistant', content: `It exports handler${seq}, which returns ${seq}.` };
  }
}

async function fill(store, id, count) {
  await store.createSession({ id, agent: 'bench' });
  for (let seq = 0; seq < count; seq += BATCH) {
    const size = Math.min(BATCH, count - seq);
    await store.append(
      id,
      Array.from({ length: size }, (_, index) => ({ message: entry(seq + index) })),
    );
  }
}

async function timed(work) {
  const startedMs = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedMs };
}

const print = (line) => process.stdout.write(`${line}\n`);
const show = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0)).padStart(8);
const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

print(`policy ${policy}, times in ms, ${REQUESTS} requests each`);
print(
  '  entries  window first open first prep.   reopen      p50      p99      max plain p99 plain max  compact  epochs',
);
for (const count of sizes.split(',').map(Number)) {
  for (const contextWindow of windows.split(',').map(Number)) {
    const store = createMemoryStore();
    await fill(store, 'long', count);
    const options = { store, id: 'long', tokenizer, policy, contextWindow };
    const first = await timed(() => openSession(options));
    const prepared = await timed(() => first.result.prepare({ instructions }));
    const again = await timed(() => openSession(options));
    const session = again.result;
    await session.prepare({ instructions });
    const times = [];
    const plain = [];
    const compacting = [0];
    let { epoch } = session.state();
    const epochBefore = epoch;
    for (let index = 0; index < REQUESTS; index++) {
      await session.append(entry(count + index));
      const { ms, result } = await timed(() => session.prepare({ instructions }));
      times.push(ms);
      (result.state.epoch === epoch ? plain : compacting).push(ms);
      epoch = result.state.epoch;
    }
    for (const list of [times, plain, compacting]) list.sort((left, right) => left - right);
    const columns = [
      first.ms,
      prepared.ms,
      again.ms,
      percentile(times, 0.5),
      percentile(times, 0.99),
      times.at(-1),
      percentile(plain, 0.99),
      plain.at(-1),
      compacting.at(-1),
    ];
    const name = `${count}`.padStart(9) + `${contextWindow}`.padStart(8);
    print(`${name}${columns.map(show).join(' ')}${`${epoch - epochBefore}`.padStart(8)}`);
  }
}

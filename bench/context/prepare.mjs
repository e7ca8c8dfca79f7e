// Times of `prepare` and `openSession` on long sessions. Build first; then
//   node bench/context/prepare.mjs [entries,entries,…] [window,window,…] [policy]
// Warm: one entry is appended before each request, and only `prepare` is timed; `plain` are the
// requests that extend the one before, `compact` is the slowest that began a new epoch.
import { createMemoryStore } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';

import { openSession } from '@everlong/context';
import { entry, fill, timed } from './coding-log.mjs';

const [sizes = '1000,10000,1000000', windows = '16000,200000', policy = 'everlong'] =
  process.argv.slice(2);
const REQUESTS = 400;

const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
const instructions = 'You are a careful engineer. Answer briefly.';

const print = (line) => process.stdout.write(`${line}\n`);
const show = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0)).padStart(8);
const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

print(`policy ${policy}, times in ms, ${REQUESTS} requests each`);
print(
  '  entries  window first open first prep.   reopen      p50      p99      max plain p99 plain max  compact  epochs',
);
// The first round only warms the process up.
for (const [round, count] of [1000, ...sizes.split(',').map(Number)].entries()) {
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
    if (round > 0)
      print(`${name}${columns.map(show).join(' ')}${`${epoch - epochBefore}`.padStart(8)}`);
  }
}

// A message of so many megabytes, and the first request that has to hold what fits of it:
// node bench/context/giant-message.mjs [megabytes]. Needs `npm run build`.
import { createMemoryStore } from '@everlong/core';
import { openSession } from '@everlong/context';

const megabytes = Number(process.argv[2] ?? 100);
const line =
  'GET /orders/4711?page=2 200 in 13 ms, user 42, token none, see src/server/orders.ts:118\n';
const store = createMemoryStore();
async function appended() {
  const first = await openSession({ store, contextWindow: 8000 });
  const content = line.repeat(Math.ceil((megabytes * 1e6) / line.length));
  await first.append({ role: 'user', content });
  return first.id;
}

const session = await openSession({ store, id: await appended(), contextWindow: 8000 });
const cpu = process.cpuUsage();
const start = performance.now();
const { state } = await session.prepare();
const { user } = process.cpuUsage(cpu);
const figures = {
  megabytes,
  prepareMs: Math.round(performance.now() - start),
  cpuMs: Math.round(user / 1000),
  usedTokens: state.used.total,
  inputBudget: state.inputBudget,
  rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

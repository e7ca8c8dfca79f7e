/** Times `prepare` of the default policy on recorded sessions. Nothing is scored. */
import { openSession } from '@everlong/context';
import { createMemoryStore } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { createTokenizer, type ModelTokenizer } from '@everlong/tokenizer';

const MODEL = 'claude-sonnet-4-5';
const RESERVE_TOKENS = 1024;

interface Time {
  tookMs: number;
  /** Of all threads, so that other work on the machine counts less. */
  cpuMs: number;
}

/** Times of requests, by whether they began an epoch. */
export interface Times {
  compacting: Time[];
  others: Time[];
}

async function timeSession(
  file: string,
  { window, tokenizer }: { window: number; tokenizer: ModelTokenizer },
  times: Times,
): Promise<void> {
  const { entries } = await readTranscript(file);
  const session = await openSession({
    store: createMemoryStore(),
    model: MODEL,
    contextWindow: window,
    tokenizer,
    budget: { responseReserve: Math.min(RESERVE_TOKENS, Math.floor(window / 4)) },
  });
  let appended = 0;
  let epoch = 0;
  for (const [seq, { message }] of entries.entries()) {
    if (message.role !== 'assistant' || seq === 0) continue;
    await session.append(entries.slice(appended, seq));
    appended = seq;
    const startedMs = performance.now();
    const started = process.cpuUsage();
    const { state } = await session.prepare();
    const used = process.cpuUsage(started);
    (state.epoch === epoch ? times.others : times.compacting).push({
      tookMs: performance.now() - startedMs,
      cpuMs: (used.user + used.system) / 1000,
    });
    epoch = state.epoch;
  }
  await session.close();
}

export function describeTimes(name: string, times: readonly Time[]): string {
  const took = percentiles(times.map(({ tookMs }) => tookMs));
  const cpu = percentiles(times.map(({ cpuMs }) => cpuMs));
  return `  ${name} ${times.length}: ${took} (${cpu} of processor time)`;
}

/** The median, the 99th percentile and the most. */
function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`;
}

/** Times of all requests of these recordings at a window. */
export async function timePrepare(files: readonly string[], window: number): Promise<Times> {
  const tokenizer = await createTokenizer({ model: MODEL });
  const times: Times = { compacting: [], others: [] };
  for (const file of files) await timeSession(file, { window, tokenizer }, times);
  return times;
}

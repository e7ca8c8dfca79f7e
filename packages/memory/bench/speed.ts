/**
 * How fast facts go in, and how long a recall takes among many. Build the packages first, then:
 *
 *     pnpm --filter @everlong/memory bench:speed [--scopes 1000] [--facts 1000] [--messages 0] [--queries 500]
 *
 * `--facts` and `--messages` are the numbers in each scope. Times are of `memory.recall` as a whole, by the clock and
 * of the processor, which other jobs disturb less; facts are counted by the second of processor time.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { FactInput, MemoryEntry } from '@everlong/core';
import { createMemory } from '@everlong/memory';

const { values } = parseArgs({
  options: {
    scopes: { type: 'string', default: '1000' },
    facts: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '0' },
    queries: { type: 'string', default: '500' },
  },
});
const { scopes, facts, messages, queries } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>;
const BATCH = 1000;
const SINGLES = 2000;

let state = 7;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** Few words are common and many rare, as in a language. */
function word(): string {
  return `w${Math.floor(random() ** 3 * 20_000)}`;
}

function words(count: number): string {
  return Array.from({ length: count }, word).join(' ');
}

/** Eight to sixteen words in all. */
function fact(): FactInput {
  return {
    subject: `person ${Math.floor((random() * facts) / 5)}`,
    predicate: `relation ${Math.floor(random() * 50)}`,
    object: words(4 + Math.floor(random() * 8)),
  };
}

/** One of fifty of its session, ten minutes after the one before. */
function message(at: number): MemoryEntry {
  return {
    id: `m${at}`,
    sessionId: `s${Math.floor(at / 50)}`,
    createdAt: new Date(Date.UTC(2020, 0) + at * 600_000).toISOString(),
    message: { role: at % 2 === 0 ? 'user' : 'assistant', content: words(8 + (at % 40)) },
  };
}

/** What this process has used until now, of the system as well. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((left, right) => left - right);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
const path = join(directory, 'memory.db');
const memory = await createMemory({ path });
try {
  const start = performance.now();
  let writing = 0;
  for (let scope = 0; scope < scopes; scope++) {
    for (let from = 0; from < facts; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, facts - from) }, fact);
      const before = processorMs();
      await memory.write(`scope-${scope}`, batch);
      writing += processorMs() - before;
    }
  }
  for (let from = 0; from < scopes * messages; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, messages) }, (_, at) => message(from + at));
    await memory.observe(`scope-${Math.floor(from / messages)}`, batch);
  }
  const total = scopes * facts;
  const singles = Array.from({ length: SINGLES }, fact);
  const beforeSingles = processorMs();
  for (const [index, each] of singles.entries())
    await memory.write(`scope-${index % scopes}`, each);
  const single = (1000 * SINGLES) / (processorMs() - beforeSingles);
  const times: number[] = [];
  const ofProcessor: number[] = [];
  for (let query = 0; query < queries; query++) {
    const text = words(4 + (query % 5));
    const scope = `scope-${Math.floor(random() * scopes)}`;
    const [before, used] = [performance.now(), processorMs()];
    await memory.recall(scope, text);
    times.push(performance.now() - before);
    ofProcessor.push(processorMs() - used);
  }
  process.stdout.write(
    `${JSON.stringify({
      scopes,
      facts: total,
      messages: scopes * messages,
      factsPerSecondBulk: Math.round((1000 * total) / writing),
      factsPerSecondSingle: Math.round(single),
      recallMs: { p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
      recallProcessorMs: { p50: quantile(ofProcessor, 0.5), p99: quantile(ofProcessor, 0.99) },
      megabytes: Math.round(statSync(path).size / 1e6),
      seconds: Math.round((performance.now() - start) / 1000),
    })}\n`,
  );
} finally {
  await memory.close();
  rmSync(directory, { recursive: true });
}

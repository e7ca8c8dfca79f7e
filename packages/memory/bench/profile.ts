/**
 * What the profile and the list of a scope cost that holds many facts about its user, each from a
 * message. Build the packages first, then:
 *
 *     node bench/profile.ts [--facts 100000]
 *
 * Times are of the processor.
 */
import { parseArgs } from 'node:util';

import type { MemoryEntry } from '@everlong/core';
import { createMemory } from '@everlong/memory';

const { values } = parseArgs({ options: { facts: { type: 'string', default: '100000' } } });
const facts = Number(values.facts);
const BATCH = 500;
const START = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

const verbs = ['like', 'own', 'prefer', 'use', 'play'];

/** Every fifth statement takes back the one before it. */
function entry(index: number): MemoryEntry {
  const value = (at: number): string => `Thing${at % 997} Kind${at}`;
  const verb = verbs[Math.floor(index / 5) % verbs.length] ?? '';
  const text =
    index % 5 === 4 ? `I no longer ${verb} ${value(index - 1)}.` : `I ${verb} ${value(index)}.`;
  return {
    id: `entry-${index}`,
    sessionId: `session-${Math.floor(index / 200)}`,
    createdAt: new Date(START + index * MINUTE_MS).toISOString(),
    message: { role: 'user', content: text },
  };
}

async function measured<Result>(work: () => Promise<Result>): Promise<[Result, ms: number]> {
  const { user, system } = process.cpuUsage();
  const result = await work();
  const after = process.cpuUsage();
  return [result, Math.round((after.user - user + after.system - system) / 1000)];
}

const memory = await createMemory({ path: ':memory:' });
const [, observeMs] = await measured(async () => {
  for (let from = 0; from < facts; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, facts - from) }, (_, at) =>
      entry(from + at),
    );
    await memory.observe('agent', batch);
  }
});
const [profile, profileMs] = await measured(() => memory.profile('agent', { maxTokens: 1000 }));
const [listed, listMs] = await measured(() => memory.list('agent', { subject: 'user' }));
const [, entityMs] = await measured(() => memory.entity('agent', 'user'));
process.stdout.write(
  `${JSON.stringify({ facts: listed.length, observeMs, profileMs, profileBytes: profile.text.length, listMs, entityMs })}\n`,
);
await memory.close();

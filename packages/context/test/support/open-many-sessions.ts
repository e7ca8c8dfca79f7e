// Prints, as JSON, how many bytes an opened session leaves to V8's old generation, and how many
// sessions that were compacted and closed are kept by a program that waits for nothing else.
import { getHeapSpaceStatistics, queryObjects } from 'node:v8';

import { createMemoryStore } from '@everlong/core';

import { openSession } from '../../src/session/open-session.js';

const SESSIONS = 100;
const OPENINGS = 2000;
/** Of each session that is compacted, and more than its window takes. */
const TURNS = 30;

const store = createMemoryStore();

async function use(turn: number): Promise<void> {
  const session = await openSession({ store, id: `s${turn % SESSIONS}`, contextWindow: 8000 });
  if (turn < SESSIONS)
    await session.append({ role: 'user', content: 'the tests pass. '.repeat(20) });
  await session.prepare();
  await session.close();
}

async function compact(id: string): Promise<void> {
  const session = await openSession({ store, id, contextWindow: 8000 });
  for (let turn = 0; turn < TURNS; turn++) {
    await session.append([
      { role: 'user', content: 'the tests pass. '.repeat(40) },
      { role: 'assistant', content: 'well. '.repeat(100) },
    ]);
    await session.prepare();
  }
  await session.close();
}

function oldBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
}

for (let turn = 0; turn < 10 * SESSIONS; turn++) await use(turn);
globalThis.gc?.();
const before = oldBytes();
for (let turn = 0; turn < OPENINGS; turn++) await use(SESSIONS + turn);
const bytes = (oldBytes() - before) / OPENINGS;
for (let turn = 0; turn < 10; turn++) await compact(`compacted-${turn}`);
// A session has two.
const kept = queryObjects(AbortController, { format: 'count' }) / 2;
process.stdout.write(JSON.stringify({ bytes, kept }));

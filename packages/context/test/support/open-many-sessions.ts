// Prints how many bytes an opened session leaves to V8's old generation, as JSON.
import { getHeapSpaceStatistics } from 'node:v8';

import { createMemoryStore } from '@everlong/core';

import { openSession } from '../../src/session/open-session.js';

const SESSIONS = 100;
const OPENINGS = 2000;

const store = createMemoryStore();

async function use(turn: number): Promise<void> {
  const session = await openSession({ store, id: `s${turn % SESSIONS}`, contextWindow: 8000 });
  if (turn < SESSIONS)
    await session.append({ role: 'user', content: 'the tests pass. '.repeat(20) });
  await session.prepare();
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
process.stdout.write(JSON.stringify((oldBytes() - before) / OPENINGS));

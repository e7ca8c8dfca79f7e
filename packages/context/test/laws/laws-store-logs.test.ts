import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ContextOverflowError,
  createMemoryStore,
  type Entry,
  type Store,
  type StoredRecord,
} from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import {
  historyArbitrary,
  type HistoryStep,
  propertyRuns,
  thirds as tokenizer,
} from '@everlong/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import type { PreparedRequest } from '../../src/request/describe-request.js';
import type { Session } from '../../src/session-work/session.js';

const RUNS = propertyRuns(12);

interface Setup {
  steps: HistoryStep[];
  policy: string;
  contextWindow: number;
  pinned: number;
}

const setupArbitrary: fc.Arbitrary<Setup> = fc.record({
  steps: historyArbitrary({ maxSteps: 30 }),
  policy: fc.constantFrom(...policyNames.filter((name) => name !== 'full')),
  contextWindow: fc.integer({ min: 500, max: 4000 }),
  pinned: fc.nat(10),
});

/** Everything of a request that a caller sees, but the times. */
function seen(request: PreparedRequest | undefined): unknown {
  if (request === undefined) return 'overflow';
  const { instructions, messages, plan, state } = request;
  const { ranges, decision, clamps } = plan;
  return { instructions, messages, ranges, decision, clamps, used: state.used, epoch: state.epoch };
}

async function prepare(session: Session): Promise<PreparedRequest | undefined> {
  try {
    return await session.prepare({ instructions: 'Be brief.' });
  } catch (error) {
    if (ContextOverflowError.isInstance(error)) return undefined;
    throw error;
  }
}

/** What a log holds, but the times of its records. */
async function logsOf(store: Store, id: string): Promise<{ entries: Entry[]; records: object[] }> {
  const entries: Entry[] = [];
  for await (const entry of store.read(id)) entries.push(entry);
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(id)) records.push(record);
  return {
    entries,
    records: records.map((record) => ({ ...record, recordedAt: '', createdAt: '' })),
  };
}

describe('laws on every store', () => {
  let directory: string;
  let run = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'everlong-laws-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('7: every store makes the same requests, after reopening too', async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async ({ steps, policy, contextWindow, pinned }) => {
        const place = join(directory, String(run++));
        const memory = createMemoryStore();
        const opens: (() => Store)[] = [
          () => memory,
          () => createJsonlStore({ directory: join(place, 'jsonl') }),
          () => createSqliteStore({ path: `${place}.sqlite` }),
        ];
        const stores = opens.map((open) => open());
        const options = { id: 's', tokenizer, policy, contextWindow };
        const sessions = await Promise.all(
          stores.map((store) => openSession({ ...options, store })),
        );
        const createdAt = '2026-01-01T00:00:00.000Z';
        for (const [index, step] of steps.entries()) {
          const outcomes: unknown[] = [];
          for (const session of sessions) {
            if ('append' in step) {
              const entries = await session.append(
                step.append.map((input) => ({ ...input, createdAt })),
              );
              outcomes.push(entries);
              if (index === pinned) await session.pin(entries[0]?.seq ?? 0);
            } else {
              outcomes.push(seen(await prepare(session)));
            }
          }
          for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
        }

        const last = seen(await prepare(sessions[0] as Session));
        const logs = await logsOf(memory, 's');
        for (const [index, open] of opens.entries()) {
          if (index > 0) await stores[index]?.close();
          const store = open();
          // Not as a restart: what cowagent restores then is less than what it held.
          const session = await openSession({ ...options, store, continued: true });
          expect(seen(await prepare(session))).toEqual(last);
          expect(await logsOf(store, 's')).toEqual(logs);
          if (index > 0) await store.close();
        }
      }),
      { numRuns: RUNS },
    );
  });
});

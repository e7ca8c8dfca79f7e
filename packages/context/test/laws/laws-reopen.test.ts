import {
  ConfigError,
  ContextOverflowError,
  createMemoryStore,
  type Memory,
  type Store,
} from '@everlong/core';
import {
  historyArbitrary,
  type HistoryStep,
  propertyRuns,
  thirds as tokenizer,
} from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createHostileMemory } from '../support/hostile-memory.js';
import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import type { PreparedRequest } from '../../src/request/describe-request.js';
import type { Session } from '../../src/session-work/session.js';

const RUNS = propertyRuns(40);

interface Setup {
  steps: HistoryStep[];
  policy: string;
  contextWindow: number;
  summaryPlacement: 'message' | 'instructions';
  remembers: boolean;
  acts: Act[];
}

/** What else happens to a session, now and then, before it prepares a request. */
type Act = (typeof ACTS)[number] | 'nothing';

const ACTS = [
  'compact',
  'edit',
  'undo',
  'clear',
  'pin',
  'note',
  'ask',
  'instruct',
  'equip',
  'overflow',
] as const;

const setupArbitrary: fc.Arbitrary<Setup> = fc.record({
  steps: historyArbitrary({ maxSteps: 50 }),
  // What cowagent restores is less than what it held.
  policy: fc.constantFrom(...policyNames.filter((name) => name !== 'cowagent')),
  contextWindow: fc.oneof(fc.integer({ min: 300, max: 3000 }), fc.constantFrom(4000, 16_000)),
  summaryPlacement: fc.constantFrom('message', 'instructions'),
  remembers: fc.boolean(),
  acts: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Act>('nothing') },
      {
        weight: 2,
        arbitrary: fc.constantFrom<Act[]>(...ACTS),
      },
    ),
    { minLength: 1, maxLength: 12 },
  ),
});

/** It answers with all that it knows. */
const HONEST = { behaviours: ['honest' as const] };

const TOOLS = [{ name: 'read', description: 'Reads a file', inputSchema: { type: 'object' } }];

function open(setup: Setup, store: Store, memory: Memory): Promise<Session> {
  const { policy, contextWindow, summaryPlacement, remembers } = setup;
  return openSession({
    store,
    id: 'session',
    tokenizer,
    policy,
    contextWindow,
    budget: { responseReserve: 512, summaryPlacement },
    ...(remembers ? { memory } : {}),
  });
}

async function prepare(session: Session, act: Act): Promise<PreparedRequest | undefined> {
  const instructions = act === 'instruct' ? 'Be brief and kind.' : 'Be brief.';
  try {
    if (act === 'compact') {
      await session.prepare({ instructions });
      await session.compact();
    }
    // What a request is made with is known to a session that was opened anew once it made one.
    if (act === 'edit' || act === 'undo') await session.prepare({ instructions });
    if (act === 'edit') await session.compact({ snapshot: 'A person wrote this.' });
    if (act === 'undo') await session.undoCompaction();
    if (act === 'note') await session.note('rule', 'Never restart heron.');
    if (act === 'ask') await session.requestCompaction('a task is done');
    if (act === 'clear') await session.clear();
    if (act === 'pin') await session.pin(2);
    if (act === 'overflow') {
      await session.prepare({ instructions });
      await session.recover(new Error('prompt is too long'));
      await session.recordUsage({ inputTokens: 1, outputTokens: 1 });
    }
    return await session.prepare({ instructions, ...(act === 'equip' ? { tools: TOOLS } : {}) });
  } catch (error) {
    if (ContextOverflowError.isInstance(error) || ConfigError.isInstance(error)) return undefined;
    throw error;
  }
}

describe('laws', () => {
  it('7: a session reopened at every step decides as one that stays open', async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const staying = await open(setup, createMemoryStore(), createHostileMemory(HONEST));
        const store = createMemoryStore();
        const memory = createHostileMemory(HONEST);
        await open(setup, store, memory);
        for (const [index, step] of setup.steps.entries()) {
          const act = setup.acts[index % setup.acts.length] ?? 'nothing';
          const reopened = await open(setup, store, memory);
          if ('append' in step) {
            await staying.append(step.append);
            await reopened.append(step.append);
            continue;
          }
          const [left, right] = [await prepare(staying, act), await prepare(reopened, act)];
          expect(right?.messages).toEqual(left?.messages);
          expect(right?.instructions).toBe(left?.instructions);
          expect(right?.plan.ranges).toEqual(left?.plan.ranges);
          expect(right?.plan.decision).toEqual(left?.plan.decision);
          expect(right?.state.used).toEqual(left?.state.used);
          expect(right?.state.epoch).toBe(left?.state.epoch);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

import {
  ContextOverflowError,
  createMemoryStore,
  type Entry,
  type ModelMessage,
  type Store,
  type StoredRecord,
} from '@everlong/core';
import { historyArbitrary, type HistoryStep, thirds } from '@everlong/testing';
import fc from 'fast-check';
import { expect } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { PreparedRequest, Session } from '../../src/session/session.js';
import {
  createHostileSummarizer,
  type Hostility,
  hostilityArbitrary,
} from './hostile-summarizer.js';

/** What happens in a conversation; now and then the user clears the context. */
type Step = HistoryStep | { clear: true };

/** A history, and behind which of its steps the context is cleared. */
const stepsArbitrary: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: historyArbitrary({ maxSteps: 15 }) },
      { weight: 1, arbitrary: historyArbitrary({ maxSteps: 40 }) },
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }) },
    ),
  )
  .map(([steps, clearedAfter]) =>
    steps.flatMap((step, index): Step[] =>
      clearedAfter.includes(index) ? [step, { clear: true }] : [step],
    ),
  );

/** A random conversation and how the session that keeps it is opened. */
export interface Setup {
  steps: Step[];
  policy: string;
  contextWindow: number;
  responseReserve: number;
  instructions: string;
  /** How the summarizer misbehaves; without it, the one that asks no model. */
  hostility?: Hostility;
}

export function setupArbitrary(
  policies: readonly string[],
  { hostile }: { hostile: boolean },
): fc.Arbitrary<Setup> {
  return fc.record({
    steps: stepsArbitrary,
    policy: fc.constantFrom(...policies),
    contextWindow: fc.oneof(
      fc.integer({ min: 300, max: 3000 }),
      fc.constantFrom(4000, 16_000, 200_000),
    ),
    responseReserve: fc.constantFrom(0, 1024, 4096),
    instructions: fc.constantFrom('', 'Be brief.', 'You are a careful engineer. '.repeat(20)),
    ...(hostile ? { hostility: hostilityArbitrary } : {}),
  });
}

/** A history as far as it was played. */
export interface Walk {
  setup: Setup;
  session: Session;
  store: Store;
  entries: Entry[];
  /** The last entry that the user cleared from the context; -1 without one. */
  clearedThrough: number;
  /** The last request that was handed out. */
  last?: WalkStep;
}

/** A request with what came before it. */
export interface WalkStep {
  request: PreparedRequest;
  previous: PreparedRequest | undefined;
  walk: Walk;
  /** How often the summarizer was asked for this request. */
  summaryCalls: number;
}

/** Plays a history and hands every request of it to `check`; its session stays open. */
export async function playHistory(setup: Setup, check: (step: WalkStep) => unknown): Promise<Walk> {
  const store = createMemoryStore();
  const { session, summaryCalls } = await openSetup(setup, store);
  const walk: Walk = { setup, session, store, entries: [], clearedThrough: -1 };
  for (const step of setup.steps) {
    if ('append' in step) {
      walk.entries.push(...(await session.append(step.append)));
      continue;
    }
    if ('clear' in step) {
      const { compacted } = await session.clear();
      if (compacted) walk.clearedThrough = walk.entries.length - 1;
      continue;
    }
    const before = summaryCalls();
    const request = await prepareOrOverflow(session, setup.instructions);
    if (request === undefined) break;
    const calls = summaryCalls() - before;
    walk.last = { request, previous: walk.last?.request, walk, summaryCalls: calls };
    await check(walk.last);
  }
  return walk;
}

/** Opens a session as the setup wants it. */
export async function openSetup(
  { policy, contextWindow, responseReserve, hostility }: Setup,
  store: Store,
  id?: string,
): Promise<{ session: Session; summaryCalls(): number }> {
  // Small, so that histories as short as these reach what it does to turns and results.
  const budget = { responseReserve, maxTurns: 4, maxResultCharacters: 2000 };
  const hostile = hostility === undefined ? undefined : createHostileSummarizer(hostility);
  const session = await openSession({
    store,
    tokenizer: thirds,
    policy,
    contextWindow,
    budget,
    ...(id === undefined ? {} : { id }),
    ...(hostile === undefined ? {} : { summarizer: hostile.summarizer }),
  });
  return { session, summaryCalls: () => hostile?.calls() ?? 0 };
}

/** `undefined` where the caller's own instructions leave no room: the one failure allowed. */
async function prepareOrOverflow(
  session: Session,
  instructions: string,
): Promise<PreparedRequest | undefined> {
  try {
    return await session.prepare({ instructions });
  } catch (error) {
    if (!ContextOverflowError.isInstance(error)) throw error;
    expect(error.part).toBe('instructions');
    expect(thirds.count(instructions)).toBeGreaterThan(error.maxTokens);
    return undefined;
  }
}

/** The messages of the first `count` appended entries, as they were handed in. */
export function appendedMessages(steps: readonly Step[], count: number): ModelMessage[] {
  return steps
    .flatMap((step) => ('append' in step ? step.append.map((input) => input.message) : []))
    .slice(0, count);
}

export async function recordsOf(store: Store, sessionId: string): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(sessionId)) records.push(record);
  return records;
}

import {
  ConfigError,
  ContextOverflowError,
  createMemoryStore,
  type Entry,
  type Memory,
  type ModelMessage,
  type Store,
  type StoredRecord,
} from '@everlong/core';
import { historyArbitrary, type HistoryStep, thirds } from '@everlong/testing';
import fc from 'fast-check';
import { expect } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { PreparedRequest } from '../../src/request/describe-request.js';
import type { Session } from '../../src/session-work/session.js';
import {
  createHostileMemory,
  MEMORY_TIMEOUT_MS,
  type MemoryHostility,
  memoryHostilityArbitrary,
} from './hostile-memory.js';
import {
  createHostileSummarizer,
  type Hostility,
  hostilityArbitrary,
} from './hostile-summarizer.js';

/** What a person or the agent does by hand. */
type HandStep = { hand: (typeof HAND_STEPS)[number] };

/**
 * Besides what the conversation has: a provider's refusal, what a person does by hand, the user who
 * withdraws so many of the last messages, and who goes on with another model.
 */
type SetupStep =
  | HistoryStep
  | { refuse: number }
  | HandStep
  | { withdraw: number }
  | { switchTo: string };

/** A random conversation and how the session that keeps it is opened. */
export interface Setup {
  steps: SetupStep[];
  policy: string;
  contextWindow: number;
  responseReserve: number;
  instructions: string;
  /** What the reader of files does; without it, there is none. */
  reader?: keyof typeof READERS;
  /** How its memory misbehaves; without it, there is none. */
  memory?: MemoryHostility | undefined;
  /** How the summarizer misbehaves; without it, the one that asks no model. */
  hostility?: Hostility;
}

let versions = 0;

/** Readers of files, hostile ones among them. */
const READERS = {
  changes: () => `a file, version ${versions++}\n`.repeat(5),
  long: () => `a line of version ${versions++}\n`.repeat(2000),
  empty: () => '',
  gone: () => undefined,
  throws: () => {
    throw new Error('no such file');
  },
  lies: () => 42 as never,
};

export function setupArbitrary(
  policies: readonly string[],
  { hostile }: { hostile: boolean },
): fc.Arbitrary<Setup> {
  return fc.record({
    steps: fc.oneof(
      { weight: 4, arbitrary: disturbed(historyArbitrary({ maxSteps: 15 })) },
      { weight: 1, arbitrary: disturbed(historyArbitrary({ maxSteps: 40 })) },
    ),
    policy: fc.constantFrom(...policies),
    contextWindow: fc.oneof(
      fc.integer({ min: 300, max: 3000 }),
      fc.constantFrom(4000, 16_000, 200_000),
    ),
    responseReserve: fc.constantFrom(0, 1024, 4096),
    reader: fc.constantFrom('changes', 'changes', 'long', 'empty', 'gone', 'throws', 'lies'),
    instructions: fc.constantFrom('', 'Be brief.', 'You are a careful engineer. '.repeat(20)),
    memory: fc.option(memoryHostilityArbitrary, { nil: undefined, freq: 2 }),
    ...(hostile ? { hostility: hostilityArbitrary } : {}),
  });
}

/** Of the makers whose rules differ; without a switch, a session has none. */
const MODELS = ['claude-opus-4-5', 'claude-opus-4-8', 'gpt-5', 'gemini-2.5-pro'];

/** Now and then the provider finds a request too long for a small limit, or a person steps in. */
function disturbed(histories: fc.Arbitrary<HistoryStep[]>): fc.Arbitrary<SetupStep[]> {
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ refuse: fc.integer({ min: 256, max: 2000 }) }) },
    { weight: 4, arbitrary: fc.record({ hand: fc.constantFrom(...HAND_STEPS) }) },
    { weight: 2, arbitrary: fc.record({ switchTo: fc.constantFrom(...MODELS) }) },
    { weight: 3, arbitrary: fc.record({ withdraw: fc.integer({ min: 1, max: 12 }) }) },
  );
  const disturbances = fc.array(fc.record({ place: fc.nat(60), step }), { maxLength: 4 });
  return fc.tuple(histories, disturbances).map(([steps, added]) => {
    const all: SetupStep[] = [...steps];
    for (const { place, step: next } of added) all.splice(place % all.length, 0, next);
    return all;
  });
}

const HAND_STEPS = [
  'compact',
  'preview',
  'edit',
  'undo',
  'clear',
  'note',
  'long note',
  'ask to compact',
  'pin',
  'unpin',
] as const;

/** A history as far as it was played. */
export interface Walk {
  setup: Setup;
  session: Session;
  store: Store;
  memory: Memory | undefined;
  model: string | undefined;
  entries: Entry[];
  /** The last entry that the user cleared from the context; -1 without one. */
  readonly clearedThrough: number;
  /** Each place that the context was cleared at, unless the user rewound past it. */
  cleared: number[];
  /** The entries that the user withdrew, by their numbers. */
  withdrawn: Set<number>;
  /** The last request that was handed out; absent when the next one was refused. */
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
  const memory = setup.memory === undefined ? undefined : createHostileMemory(setup.memory);
  let { session, summaryCalls } = await openSetup(setup, { store, memory });
  const walk: Walk = {
    setup,
    session,
    store,
    memory,
    model: undefined,
    entries: [],
    get clearedThrough() {
      return walk.cleared.at(-1) ?? -1;
    },
    cleared: [],
    withdrawn: new Set(),
  };
  for (const step of setup.steps) {
    if ('append' in step) {
      walk.entries.push(...(await session.append(step.append)));
      continue;
    }
    if ('refuse' in step) {
      await session.recover(new Error(`prompt is too long: 9999 tokens > ${step.refuse} maximum`));
      continue;
    }
    if ('hand' in step) {
      if (await playByHand(walk, step)) continue;
      delete walk.last;
      break;
    }
    if ('switchTo' in step) {
      await session.close();
      const { id } = session;
      walk.model = step.switchTo;
      ({ session, summaryCalls } = await openSetup(setup, { ...walk, id }));
      walk.session = session;
      continue;
    }
    if ('withdraw' in step) {
      await withdraw(walk, step.withdraw);
      continue;
    }
    const before = summaryCalls();
    const request = await prepareOrOverflow(session, setup.instructions);
    if (request === undefined) {
      delete walk.last;
      break;
    }
    const calls = summaryCalls() - before;
    walk.last = { request, previous: walk.last?.request, walk, summaryCalls: calls };
    await check(walk.last);
  }
  return walk;
}

/** Withdraws about so many entries. */
async function withdraw(walk: Walk, count: number): Promise<void> {
  const { session, entries, withdrawn } = walk;
  const remaining = entries.filter(({ seq }) => !withdrawn.has(seq));
  const kept = remaining.at(-1 - count)?.seq ?? -1;
  const { rewound, fromSeq } = await session.rewind(kept);
  if (!rewound) return;
  for (const { seq } of remaining) if (seq >= fromSeq) withdrawn.add(seq);
  walk.cleared = walk.cleared.filter((seq) => seq < fromSeq);
}

interface OpenedWith {
  store: Store;
  memory?: Memory | undefined;
  model?: string | undefined;
  id?: string;
}

/** Opens a session as the setup wants it. */
export async function openSetup(
  { policy, contextWindow, responseReserve, hostility, reader }: Setup,
  { store, memory, model, id }: OpenedWith,
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
    ...(reader === undefined ? {} : { hooks: { readResource: READERS[reader] } }),
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(memory === undefined ? {} : { memory, memoryTimeoutMs: MEMORY_TIMEOUT_MS }),
    ...(hostile === undefined ? {} : { summarizer: hostile.summarizer }),
  });
  return { session, summaryCalls: () => hostile?.calls() ?? 0 };
}

/** What a person puts in the place of a snapshot. */
const EDITED = '## Key Decisions\n- The person says: the parser stays as it is.';

/** False where the caller's own instructions leave no room. */
async function playByHand(walk: Walk, { hand }: HandStep): Promise<boolean> {
  const { session, store } = walk;
  try {
    if (hand === 'compact') await session.compact();
    if (hand === 'edit') await session.compact({ snapshot: EDITED });
    if (hand === 'note') await session.note('rule', 'Never restart heron.');
    if (hand === 'long note') await session.note('log', 'A line of the log. '.repeat(12));
    if (hand === 'ask to compact') await session.requestCompaction('a task is done');
    if (hand === 'undo') await session.undoCompaction();
    if (hand === 'pin' || hand === 'unpin') await session.pin(0, hand === 'pin');
    if (hand === 'preview') {
      const before = await recordsOf(store, session.id);
      const { tokensBefore, action } = await session.compact({ preview: true });
      expect(await recordsOf(store, session.id)).toEqual(before);
      expect([tokensBefore > 0, typeof action]).toEqual([true, 'string']);
    }
    if (hand === 'clear') {
      const { compacted } = await session.clear();
      if (compacted) walk.cleared.push(walk.entries.length - 1);
    }
    return true;
  } catch (error) {
    // A snapshot or the request of before that does not fit is refused, and all is as it was.
    if (ConfigError.isInstance(error)) return true;
    if (!ContextOverflowError.isInstance(error)) throw error;
    return false;
  }
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
export function appendedMessages(steps: readonly SetupStep[], count: number): ModelMessage[] {
  return steps
    .flatMap((step) => ('append' in step ? step.append.map((input) => input.message) : []))
    .slice(0, count);
}

export async function recordsOf(store: Store, sessionId: string): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(sessionId)) records.push(record);
  return records;
}

import {
  createMemoryStore,
  type Entry,
  isUserEntry,
  jsonText,
  messageText,
  type ModelMessage,
  type Store,
  toolCallsOf,
  toolResultsOf,
  type Tokenizer,
} from '@everlong/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ContextOverflowError } from '@everlong/core';
import { openSession } from './open-session.js';
import { policyNames } from './policies.js';
import type { PreparedRequest, Session } from './session.js';
import { historyArbitrary, type HistoryStep, markerOf } from './testing/index.js';

const RUNS = Number(process.env['EVERLONG_LAW_RUNS'] ?? 150);

/** Counts like no real model, but the same everywhere: a token is three characters. */
const tokenizer: Tokenizer = {
  name: 'thirds',
  source: 'heuristic',
  count: (text) => Math.ceil(text.length / 3),
};

/** A synthetic error result: about 70 characters, and frames. */
const ERROR_RESULT_TOKENS = 48;

/** Written anew, so that the engine's own arithmetic is not what judges it. */
function countRequest({ instructions, messages }: PreparedRequest, tools: unknown): number {
  const parts = messages.map((message) => {
    const pieces = typeof message.content === 'string' ? 0 : message.content.length;
    return Math.ceil(messageText(message).length / 3) + 4 + 12 * pieces;
  });
  const toolTokens = tools === undefined ? 0 : Math.ceil(jsonText(tools).length / 3);
  return parts.reduce((sum, part) => sum + part, Math.ceil(instructions.length / 3) + toolTokens);
}

interface Setup {
  steps: HistoryStep[];
  policy: string;
  contextWindow: number;
  responseReserve: number;
  instructions: string;
}

const setupArbitrary: fc.Arbitrary<Setup> = fc.record({
  steps: historyArbitrary(),
  policy: fc.constantFrom(...policyNames.filter((name) => name !== 'full')),
  contextWindow: fc.oneof(
    fc.integer({ min: 300, max: 3000 }),
    fc.constantFrom(4000, 16_000, 200_000),
  ),
  responseReserve: fc.constantFrom(0, 1024, 4096),
  instructions: fc.constantFrom('', 'Be brief.', 'You are a careful engineer. '.repeat(20)),
});

interface Walk {
  setup: Setup;
  session: Session;
  store: Store;
  entries: Entry[];
}

type Check = (
  request: PreparedRequest,
  walk: Walk,
  previous: PreparedRequest | undefined,
) => unknown;

/** Opens a session as the setup wants it. */
function open(setup: Setup, store: Store, id?: string): Promise<Session> {
  const { policy, contextWindow, responseReserve } = setup;
  // Small, so that histories as short as these reach what it does to turns and results.
  const budget = { responseReserve, maxTurns: 4, maxResultCharacters: 2000 };
  return openSession({
    store,
    tokenizer,
    policy,
    contextWindow,
    budget,
    ...(id === undefined ? {} : { id }),
  });
}

/** Plays a history and checks every request that is handed out. */
async function play(setup: Setup, check: Check): Promise<Walk> {
  const store = createMemoryStore();
  const session = await open(setup, store);
  const walk: Walk = { setup, session, store, entries: [] };
  let previous: PreparedRequest | undefined;
  for (const step of setup.steps) {
    if ('append' in step) {
      walk.entries.push(...(await session.append(step.append)));
      continue;
    }
    const request = await prepareOrOverflow(session, setup.instructions);
    if (request === undefined) return walk;
    await check(request, walk, previous);
    previous = request;
  }
  return walk;
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
    expect(tokenizer.count(instructions)).toBeGreaterThan(error.maxTokens);
    return undefined;
  }
}

function law(name: string, check: Check): void {
  // oxlint-disable-next-line vitest/valid-title
  it(name, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        await play(setup, check);
      }),
      { numRuns: RUNS },
    );
  });
}

/** How a snapshot begins, wherever it stands. */
const SNAPSHOT_HEADER = '[Record of messages #';

/** Messages that stand for entries: all but the snapshots that open the request. */
function logMessages({ messages, state }: PreparedRequest): ModelMessage[] {
  const snapshots = state.used.summary > 0 ? (state.lastCompaction?.snapshots ?? 0) : 0;
  const isSnapshot = (message: ModelMessage): boolean =>
    messageText(message).startsWith(SNAPSHOT_HEADER);
  return messages.filter((message, index) => index >= snapshots || !isSnapshot(message));
}

function markersOf(messages: readonly ModelMessage[]): number[] {
  return messages.flatMap((message) =>
    [...messageText(message).matchAll(/#(\d+)#/g)].map((match) => Number(match[1])),
  );
}

/** The newest entry in which the user said anything. */
function latestSaid(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(
    (entry) => isUserEntry(entry) && messageText(entry.message).trim() !== '',
  );
}

describe('laws', () => {
  law('1: every request fits the input budget', (request) => {
    expect(countRequest(request, undefined)).toBeLessThanOrEqual(request.state.inputBudget);
    expect(request.state.used.total).toBeLessThanOrEqual(request.state.inputBudget);
    expect(request.state.level).not.toBe('over');
  });

  law('2: calls and results pair up, nothing is blank, and the ends are right', ({ messages }) => {
    if (messages.length === 0) return;
    expect(messages[0]?.role).toBe('user');
    expect(messages.at(-1)?.role).not.toBe('assistant');
    const seen = new Set<string>();
    for (const [index, message] of messages.entries()) {
      expect(message.role).not.toBe('system');
      const before = messages[index - 1];
      if (message.role === 'assistant') {
        expect(before?.role).not.toBe('assistant');
        expect(messageText(message).trim()).not.toBe('');
      }
      if (message.role === 'tool') expect(['assistant', 'tool']).toContain(before?.role);
      const calls = toolCallsOf(message).map((call) => call.toolCallId);
      for (const id of calls) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      const results: string[] = [];
      for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
        const reply = messages[next];
        if (reply !== undefined)
          results.push(...toolResultsOf(reply).map((part) => part.toolCallId));
      }
      if (message.role === 'assistant') expect(results.toSorted()).toEqual(calls.toSorted());
    }
  });

  law('3: messages keep the order of the log', (request) => {
    const markers = markersOf(logMessages(request));
    expect(markers).toEqual(markers.toSorted((left, right) => left - right));
  });

  law('4: the latest user message is there, whole unless it alone is too big', (request, walk) => {
    const latest = latestSaid(walk.entries);
    if (latest === undefined) return;
    const range = request.plan.explain(latest.seq);
    const whole = request.messages.some(
      (message) => messageText(message).trim() === messageText(latest.message).trim(),
    );
    if (range?.disposition === 'verbatim') expect(whole).toBe(true);
    else {
      expect(range?.disposition).toBe('truncated');
      const alone = countRequest({ ...request, messages: [latest.message] }, undefined);
      expect(alone).toBeGreaterThan(request.state.inputBudget - 64);
    }
  });

  law('4: the newest messages are whole while they fit', (request, walk) => {
    const newest = walk.entries.at(-1);
    if (newest === undefined || newest.message.role !== 'assistant') return;
    const latestUser = latestSaid(walk.entries);
    const needed = [newest, ...(latestUser === undefined ? [] : [latestUser])];
    const messages = needed.map((entry) => entry.message);
    // Each call without a result takes an error result along.
    const added = toolCallsOf(newest.message).length * ERROR_RESULT_TOKENS;
    const alone = countRequest({ ...request, messages }, undefined) + added;
    if (alone > request.state.inputBudget / 3) return;
    expect(['verbatim', 'omitted']).toContain(request.plan.explain(newest.seq)?.disposition);
  });

  law('5: the plan accounts for every entry once, and truly', (request, walk) => {
    const { ranges } = request.plan;
    let next = 0;
    for (const [index, range] of ranges.entries()) {
      expect(range.from).toBe(next);
      expect(range.to).toBeGreaterThanOrEqual(range.from);
      const before = ranges[index - 1];
      if (before !== undefined && before.maxTokens === undefined) {
        expect([before.disposition, before.reason]).not.toEqual([range.disposition, range.reason]);
      }
      next = range.to + 1;
    }
    expect(next).toBe(walk.entries.length);
    const sent = new Set(markersOf(logMessages(request)));
    const [content = ''] = request.instructions.split(SNAPSHOT_HEADER);
    for (const seq of markersOf([{ role: 'user', content }])) sent.add(seq);
    for (const entry of walk.entries) {
      const disposition = request.plan.explain(entry.seq)?.disposition;
      const marked = messageText(entry.message).includes(markerOf(entry.seq));
      if (disposition === 'verbatim' && marked) expect(sent.has(entry.seq)).toBe(true);
      if (!['verbatim', 'masked', 'truncated'].includes(String(disposition))) {
        expect(sent.has(entry.seq)).toBe(false);
      }
    }
  });

  law('6: within an epoch every request extends the one before', (request, _walk, previous) => {
    if (previous === undefined || previous.state.epoch !== request.state.epoch) return;
    expect(request.instructions).toBe(previous.instructions);
    const prefix = request.messages.slice(0, previous.messages.length);
    expect(prefix.map(jsonText)).toEqual(previous.messages.map(jsonText));
  });

  law('7: a session opened anew makes the same request', async (request, walk) => {
    const again = await open(walk.setup, walk.store, walk.session.id);
    const { instructions, messages } = await again.prepare({
      instructions: walk.setup.instructions,
    });
    expect(instructions).toBe(request.instructions);
    expect(messages).toEqual(request.messages);
  });

  law('10: appending entries again changes nothing', async (request, { session, entries }) => {
    const again = await session.append(entries);
    expect(again).toEqual(entries);
    expect(session.state().used).toEqual(request.state.used);
  });

  it('9: nothing is lost, whatever was compacted', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const { store, session, entries } = await play(setup, () => undefined);
        const kept: Entry[] = [];
        for await (const entry of store.read(session.id)) kept.push(entry);
        expect(kept).toEqual(entries);
        expect(kept.map((entry) => entry.message)).toEqual(appended(setup.steps, kept.length));
      }),
      { numRuns: RUNS },
    );
  });
});

function appended(steps: readonly HistoryStep[], count: number): ModelMessage[] {
  return steps
    .flatMap((step) => ('append' in step ? step.append.map((input) => input.message) : []))
    .slice(0, count);
}

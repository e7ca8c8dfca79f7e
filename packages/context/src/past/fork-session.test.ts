import {
  ConfigError,
  ContextOverflowError,
  createMemoryStore,
  type Entry,
  type EntryMetadata,
  isUserEntry,
  type ModelMessage,
  type Store,
  type StoredRecord,
} from '@everlong/core';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { forkSession } from './fork-session.js';
import { openSession } from '../session/open-session.js';
import { policyNames } from '../presets/create-policy.js';
import type { PreparedRequest } from '../request/describe-request.js';
import type { Session } from '../session-work/session.js';
import { user } from '../../test/support/conversation.js';

function turns(count: number): ModelMessage[] {
  return Array.from({ length: count }, (_, index): ModelMessage[] => [
    user(`question ${index} ${'word '.repeat(50)}`),
    { role: 'assistant', content: `answer ${index} ${'word '.repeat(50)}` },
  ]).flat();
}

async function entriesOf(session: Session): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of session.entries()) entries.push(entry);
  return entries;
}

/** What both a session and its fork hold alike. */
function contentOf(entry: Entry): Entry {
  return { ...entry, sessionId: 'any' };
}

async function prepare(session: Session): Promise<PreparedRequest | undefined> {
  try {
    return await session.prepare();
  } catch (error) {
    if (ContextOverflowError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Runs work on a store of which only so many writes succeed; says whether it came through. */
async function failsAfter(
  base: Store,
  allowed: number,
  killed: boolean,
  work: (store: Store) => Promise<void>,
): Promise<boolean> {
  let writes = 0;
  function failing<Args extends unknown[], Result>(
    write: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => {
      const place = writes++;
      const fails = killed ? place >= allowed : place === allowed;
      return fails ? Promise.reject(new Error('the disk is full')) : write(...args);
    };
  }
  const store: Store = {
    ...base,
    createSession: failing(base.createSession),
    append: failing(base.append),
    appendRecord: failing(base.appendRecord),
    updateSession: failing(base.updateSession),
    deleteSession: failing(base.deleteSession),
  };
  try {
    await work(store);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ message: 'the disk is full' });
    return false;
  }
}

describe('fork', () => {
  it('takes everything by default, and both go their own way', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, tokenizer, agent: 'ada', contextWindow: 3000 });
    await session.append([...turns(30), user('and now?')]);
    const before = await session.prepare();
    const fork = await session.fork();
    expect([fork.agent, fork.id === session.id]).toEqual(['ada', false]);
    expect((await fork.prepare()).messages).toEqual(before.messages);
    await fork.append(user('this way'));
    await session.append(user('that way'));
    expect((await fork.prepare()).messages.at(-1)).toEqual(user('this way'));
    const { messages } = await session.prepare();
    expect(messages.slice(0, before.messages.length)).toEqual(before.messages);
    expect(messages.at(-1)).toEqual(user('that way'));
    expect(JSON.stringify(messages)).not.toContain('this way');
  });

  it('is in the epoch that was in force at its point', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, tokenizer, contextWindow: 3000 });
    const points: { seq: number; epoch: number; messages: ModelMessage[] }[] = [];
    for (const message of turns(60)) {
      const [entry] = await session.append(message);
      if (message.role !== 'user') continue;
      const { state, messages } = await session.prepare();
      points.push({ seq: entry?.seq ?? -1, epoch: state.epoch, messages });
    }
    expect(points.at(-1)?.epoch).toBeGreaterThan(2);
    for (const { seq, epoch, messages } of points) {
      const fork = await session.fork(seq);
      const request = await fork.prepare();
      expect(request.state.epoch).toBe(epoch);
      expect(request.messages).toEqual(messages);
    }
  });

  it('can be forked again, at its very start too', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    const stored = await session.append([...turns(3), user('and now?')]);
    const fork = await (await (await session.fork(4)).fork(2)).fork(0);
    expect((await entriesOf(fork)).map(contentOf)).toEqual(stored.slice(0, 1).map(contentOf));
    const empty = await session.fork(-1);
    expect(await entriesOf(empty)).toEqual([]);
    expect((await empty.prepare()).messages).toEqual([]);
  });

  it('takes entries with an origin that earlier versions took', async () => {
    const base = createMemoryStore();
    const store: Store = {
      ...base,
      async *read(id, options) {
        for await (const entry of base.read(id, options)) {
          yield entry.seq === 0
            ? { ...entry, metadata: { origin: 'cron', job: 7 } as unknown as EntryMetadata }
            : entry;
        }
      },
    };
    const { id } = await base.createSession({ agent: 'a' });
    await base.append(id, [{ message: user('the checks ran') }, { message: user('and?') }]);
    const fork = await forkSession(store, id, undefined);
    const copied: Entry[] = [];
    for await (const entry of base.read(fork)) copied.push(entry);
    expect(copied.map(({ metadata }) => metadata)).toEqual([{ origin: 'tool', job: 7 }, undefined]);
    expect(copied.map(isUserEntry)).toEqual([false, true]);
  });

  it('says where it comes from', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, tokenizer });
    await session.append(turns(3));
    const fork = await session.fork(3);
    const records: StoredRecord[] = [];
    for await (const record of store.readRecords(fork.id, { type: 'fork' })) records.push(record);
    expect(records).toMatchObject([{ sourceSessionId: session.id, throughSeq: 3 }]);
  });

  it('is whole or absent, whichever operation of the store fails', async () => {
    const base = createMemoryStore();
    const source = await openSession({ store: base, tokenizer, contextWindow: 3000 });
    await source.append([...turns(30), user('and now?')]);
    const { messages } = await source.prepare();
    await base.updateSession(source.id, { title: 'Source' });
    let forked = false;
    for (let allowed = 0; !forked; allowed++) {
      // In turn: an operation fails, and so does all that follows, as after a kill; or it alone.
      for (const killed of [true, false]) {
        const before = new Set((await base.listSessions()).map(({ id }) => id));
        forked = await failsAfter(base, allowed, killed, async (store) => {
          await forkSession(store, source.id, 60);
        });
        for (const { id } of await base.listSessions()) {
          if (before.has(id)) continue;
          const options = { store: base, tokenizer, contextWindow: 3000, id };
          const opened = await openSession(options).catch((error: unknown) => error);
          if (forked) expect((await (opened as Session).prepare()).messages).toEqual(messages);
          else {
            expect(opened).toBeInstanceOf(ConfigError);
            expect(String(opened)).toContain('interrupted');
            expect(killed).toBe(true);
          }
        }
      }
    }
    const [newest] = await base.listSessions();
    expect(newest?.title).toBe('Source');
  });

  it.each([1.5, -2, 6, Number.NaN])('at %s is refused', async (seq) => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append(turns(3));
    await expect(session.fork(seq)).rejects.toThrow(ConfigError);
  });

  it('at any entry of any log fits, and loses nothing of either', async () => {
    const setupArbitrary = fc.record({
      steps: historyArbitrary({ maxSteps: 25 }),
      policy: fc.constantFrom(...policyNames),
      contextWindow: fc.integer({ min: 400, max: 3000 }),
    });
    await fc.assert(
      fc.asyncProperty(setupArbitrary, fc.nat(), async ({ steps, ...options }, place) => {
        const session = await openSession({ store: createMemoryStore(), tokenizer, ...options });
        for (const step of steps) {
          if ('append' in step) await session.append(step.append);
          else await prepare(session);
        }
        const entries = await entriesOf(session);
        const latest = await prepare(session);
        const seq = (place % (entries.length + 1)) - 1;
        const fork = await session.fork(seq);
        expect((await entriesOf(fork)).map(contentOf)).toEqual(
          entries.slice(0, seq + 1).map(contentOf),
        );
        const added = await fork.append(user('and now?'));
        const request = await prepare(fork);
        if (request !== undefined) {
          const { plan, state } = request;
          expect(plan.ranges.at(-1)?.to).toBe(added[0]?.seq);
          expect(request.messages.at(-1)).toEqual(user('and now?'));
          if (options.policy !== 'full') {
            expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
          }
        }
        expect(await entriesOf(session)).toEqual(entries);
        expect((await prepare(session))?.messages).toEqual(latest?.messages);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

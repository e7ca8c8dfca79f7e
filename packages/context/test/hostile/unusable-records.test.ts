import { ConfigError, createMemoryStore, type SessionRecord, type Store } from '@everlong/core';
import { quarters as tokenizer, sampled } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { recordMutants, wholeRecords } from '../support/record-mutants.js';

const mutants = recordMutants();

async function storeWithSession(): Promise<Store> {
  const store = createMemoryStore();
  await store.createSession({ id: 's', agent: 'default' });
  await store.append('s', [
    { message: { role: 'user', content: 'read src/a.ts' } },
    { message: { role: 'assistant', content: 'it is empty' } },
    { message: { role: 'user', content: 'write it\nand more' } },
    {
      message: {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'call-3', toolName: 'run', input: {} }],
      },
    },
  ]);
  return store;
}

/** The store as if an earlier version, which checked nothing, had stored the record. */
function withStored(store: Store, record: SessionRecord): Store {
  const stored = { ...record, recordSeq: 0, recordedAt: '2026-01-01T00:00:00.000Z' };
  return {
    ...store,
    async getSession(id) {
      const info = await store.getSession(id);
      const moves = 'previousEpoch' in stored && Number.isSafeInteger(stored.epoch);
      return moves && info.epoch < stored.epoch ? { ...info, epoch: stored.epoch } : info;
    },
    async *readRecords(id, options = {}) {
      const { type, limit = Infinity, from = 0, to = Infinity, reverse = false } = options;
      const all = [stored];
      for await (const other of store.readRecords(id)) {
        all.push({ ...other, recordSeq: other.recordSeq + 1 });
      }
      const chosen = all.filter(
        (each) =>
          each.recordSeq >= from &&
          each.recordSeq <= to &&
          (type === undefined || each.type === type),
      );
      yield* (reverse ? chosen.toReversed() : chosen).slice(0, limit);
    },
    async appendRecord(id, next, { expectedEpoch } = {}) {
      const { epoch } = await this.getSession(id);
      expect(expectedEpoch ?? epoch, 'the epoch that the store is in').toBe(epoch);
      const kept = await store.appendRecord(id, next);
      return { ...kept, recordSeq: kept.recordSeq + 1 };
    },
  };
}

/** Opens the session, goes on in it, and opens it again. */
async function expectUsable(store: Store): Promise<void> {
  for (const question of ['and now?', 'and then?']) {
    const session = await openSession({ store, id: 's', tokenizer, contextWindow: 4000 });
    await session.prepare();
    await session.append({ role: 'user', content: question });
    const { messages, state } = await session.prepare({ instructions: 'Be brief.' });
    expect(JSON.stringify(messages)).toContain(question);
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    await session.append({ role: 'assistant', content: 'done' });
    await session.recordUsage({ inputTokens: 100, outputTokens: 10 });
    await session.compact();
    await session.close();
  }
}

describe('a record with a wrong value', () => {
  it.each(sampled(mutants, 100))('is refused, or harms no session: %s', async (_name, record) => {
    const store = await storeWithSession();
    try {
      await store.appendRecord('s', record);
    } catch (error) {
      expect(ConfigError.isInstance(error)).toBe(true);
    }
    await expectUsable(store);
  });

  it.each(sampled(mutants, 100))(
    'of an earlier version is passed over: %s',
    async (_name, record) => {
      await expectUsable(withStored(await storeWithSession(), record));
    },
  );
});

it('a snapshot without sections harms no session', async () => {
  const named = mutants.find(([name]) => name === 'compaction with snapshot.sections left out');
  const record = named?.[1] as SessionRecord;
  const store = await storeWithSession();
  await store.appendRecord('s', record);
  await expectUsable(store);
  await expectUsable(withStored(await storeWithSession(), record));
});

it.each(wholeRecords)('a whole record is taken: $type', async (record) => {
  const store = await storeWithSession();
  await store.appendRecord('s', record);
  await expectUsable(store);
});

describe('session.pin', () => {
  it.each([Number.NaN, -1, 1.5, 4, Infinity, '0', null, undefined])(
    'refuses entry %s, and stores nothing',
    async (seq) => {
      const store = await storeWithSession();
      const session = await openSession({ store, id: 's', tokenizer });
      await expect(session.pin(seq as number)).rejects.toThrow(
        /^Cannot pin entry .* of session "s": it has entries 0 to 3\.$/,
      );
      await expect(session.pin(0, 'yes' as never)).rejects.toSatisfy(ConfigError.isInstance);
      await session.pin(1);
      const stored: SessionRecord[] = [];
      for await (const record of store.readRecords('s')) stored.push(record);
      expect(stored).toMatchObject([{ type: 'pin', seq: 1 }]);
    },
  );
});

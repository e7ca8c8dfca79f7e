import { createMemoryStore, type ModelMessage, type StoredRecord } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createManagerSession, type RequestMaker, type RequestRoom } from './manager-session.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
const say = (content: string): ModelMessage => ({ role: 'user', content });

async function open(makeRequest: RequestMaker) {
  const store = createMemoryStore();
  const book = createMessageBook(tokenizer);
  const session = await createManagerSession(makeRequest, {
    id: 'replay',
    store,
    book,
    tokenizer,
    window: 1000,
    inputBudget: 800,
  });
  const records = async (): Promise<StoredRecord[]> => {
    const read: StoredRecord[] = [];
    for await (const record of store.readRecords('replay')) read.push(record);
    return read;
  };
  return { session, records, book };
}

describe('a conversation that another context manager keeps', () => {
  it('hands over the log, and system messages at its head as instructions', async () => {
    const seen: string[][] = [];
    const { session } = await open(async (log) => {
      seen.push(log.map(({ role }) => role));
      return [...log];
    });
    await session.append([
      { message: { role: 'system', content: 'Be brief.' } },
      { message: say('Hello.') },
      { message: { role: 'system', content: 'Later.' } },
    ]);
    const { instructions, messages } = await session.prepare({ instructions: 'Be kind.' });
    expect(instructions).toBe('Be brief.\n\nBe kind.');
    expect(seen).toEqual([['user', 'system']]);
    expect(messages).toHaveLength(2);
  });

  it('says how much room instructions and the opening of the answer leave', async () => {
    let room: RequestRoom | undefined;
    const { session, book } = await open(async (_, given) => {
      room = given;
      return [];
    });
    await session.prepare({ instructions: 'Be kind.' });
    const head = book.message({ role: 'system', content: 'Be kind.' }).tokens;
    expect(room?.maxTokens).toBe(800 - head - tokenizer.countMessages([]));
    expect(room?.count([say('Hello.')])).toBe(book.message(say('Hello.')).tokens);
  });

  it('records an epoch where a request does not extend the one before, with what was billed', async () => {
    let from = 0;
    const { session, records } = await open(async (log, { bill }) => {
      if (from > 0) bill({ inputTokens: 7, outputTokens: 2 });
      return log.slice(from);
    });
    await session.append([{ message: say('One.') }]);
    expect((await session.prepare({})).state.epoch).toBe(0);
    await session.append([{ message: say('Two.') }]);
    expect((await session.prepare({})).state.epoch).toBe(0);
    expect(await records()).toEqual([]);
    from = 1;
    expect((await session.prepare({})).state.epoch).toBe(1);
    expect(await records()).toMatchObject([
      { type: 'compaction', kind: 'trim', epoch: 1, usage: { inputTokens: 7, outputTokens: 2 } },
    ]);
  });
});

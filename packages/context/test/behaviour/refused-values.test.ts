import { ConfigError, createMemoryStore } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  findQuotingSessions,
  openSession,
  type Session,
  type SessionOptions,
  syncMemory,
} from '../../src/index.js';

async function withTurn(): Promise<Session> {
  const session = await openSession({ store: createMemoryStore(), tokenizer });
  await session.append([
    { role: 'user', content: 'Which port?' },
    { role: 'assistant', content: '7001' },
  ]);
  return session;
}

describe('openSession refuses', () => {
  it.each<[object, RegExp]>([
    [{ budget: { minRecentMessages: 1.5 } }, /budget\.minRecentMessages must be a whole .* 1\.5/],
    [{ budget: { memoryLimit: 2.5 } }, /budget\.memoryLimit must be a whole number, not 2\.5/],
    [{ continued: 'yes' }, /continued .* must be true or false, not "yes"/],
    [{ memoryScope: 'ada' }, /memoryScope "ada" says whose memory it is, and there is none/],
    [{ model: '' }, /model of openSession must be a name, .* not ""/],
    [{ defaults: { model: ' ' } }, /model of openSession must be a name/],
  ])('%j', async (options, message) => {
    const store = createMemoryStore();
    const open = openSession({ store, tokenizer, ...(options as Partial<SessionOptions>) });
    await expect(open).rejects.toSatisfy(ConfigError.isInstance);
    await expect(open).rejects.toThrow(message);
    expect(await store.listSessions()).toEqual([]);
  });
});

const none = undefined as never;

describe('a session refuses', () => {
  it.each<[string, (session: Session) => Promise<unknown>, RegExp]>([
    [
      'tools deferred by a word',
      (session) => session.prepare({ deferTools: 'y' as never }),
      /deferTools of session\.prepare must be true or false, not "y"/,
    ],
    [
      'a number for a signal of prepare',
      (session) => session.prepare({ abortSignal: 5 as never }),
      /abortSignal of session\.prepare must be an AbortSignal, .* not 5/,
    ],
    [
      'a controller for a signal of compact',
      (session) => session.compact({ abortSignal: new AbortController() as never }),
      /abortSignal of session\.compact must be an AbortSignal/,
    ],
    [
      'a text for a signal of undoCompaction',
      (session) => session.undoCompaction({ abortSignal: 'stop' as never }),
      /abortSignal of session\.undoCompaction must be an AbortSignal, .* not "stop"/,
    ],
    [
      'wishes that are no text',
      (session) => session.compact({ instructions: 5 as never }),
      /instructions of session\.compact must be a string, not 5/,
    ],
    ...[2, -1, 1.5, Number.NaN, '1' as never].map(
      (throughSeq): [string, (session: Session) => Promise<unknown>, RegExp] => [
        `a snapshot through ${throughSeq}`,
        (session) => session.compact({ snapshot: { text: 'The port is 7001', throughSeq } }),
        /throughSeq of the snapshot .* has entries 0 to 1/,
      ],
    ),
    [
      'a wait that is a word',
      (session) => session.endTurn({ wait: 'x' as never }),
      /wait of session\.endTurn must be true or false, not "x"/,
    ],
    [
      'a misspelt option of note',
      (session) => session.note('port', '7001', { toolcallId: 'c' } as never),
      /session\.note has no option "toolcallId".*toolCallId/,
    ],
    [
      'a number for the call of a note',
      (session) => session.note('port', '7001', { toolCallId: 5 as never }),
      /toolCallId of session\.note must be a string, not 5/,
    ],
    [
      'a misspelt option of requestCompaction',
      (session) => session.requestCompaction('done', { callId: 'c' } as never),
      /session\.requestCompaction has no option "callId"/,
    ],
    [
      'ids from a word',
      (session) => session.append([], { as: 'openai-chat', idOf: 'id' as never }),
      /idOf of session\.append must be a function .* not "id"/,
    ],
    [
      'an entry with a misspelt field',
      (session) => session.append({ message: { role: 'user', content: 'x' }, meta: {} } as never),
      /An entry has no option "meta"\..*metadata/,
    ],
    [
      'a fork at null',
      (session) => session.fork(null as never),
      /Cannot fork session .* at entry null: it has entries 0 to 1/,
    ],
    [
      'a fork at a symbol',
      (session) => session.fork(Symbol('end') as never),
      /Cannot fork session .* at entry Symbol\(end\)/,
    ],
    [
      'entries that a word withdrew',
      async (session) => void session.entries({ withdrawn: 'no' as never }),
      /withdrawn of session\.entries must be true or false, not "no"/,
    ],
    [
      'an expansion of what a number withdrew',
      (session) => session.expand([0], { withdrawn: 1 as never }),
      /withdrawn of session\.expand must be true or false, not 1/,
    ],
    [
      'nothing to redact',
      async (session) => session.redact(none),
      /text of session\.redact must be a string, not undefined/,
    ],
  ])('%s, and changes nothing', async (_name, call, message) => {
    const session = await withTurn();
    const before = JSON.stringify(await session.prepare());
    await expect(call(session)).rejects.toSatisfy(ConfigError.isInstance);
    await expect(call(session)).rejects.toThrow(message);
    expect(JSON.stringify(await session.prepare())).toBe(before);
    expect(await session.compactions()).toEqual([]);
    expect(session.notes()).toEqual([]);
  });
});

it('counts impossible numbers of a provider as 0', async () => {
  const session = await withTurn();
  await session.prepare();
  await session.recordUsage({ inputTokens: -5, outputTokens: Number.NaN });
  await session.recordUsage({ inputTokens: Infinity, outputTokens: 3 });
  expect(session.state().spend).toMatchObject({ inputTokens: 0, outputTokens: 3 });
});

it('can be used on after it was closed, and closed again', async () => {
  const session = await withTurn();
  await session.close();
  await session.append({ role: 'user', content: 'And now?' });
  const { messages } = await session.prepare();
  expect(messages.at(-1)?.content).toBe('And now?');
  await session.close();
  await session.close();
});

describe('functions that take a store refuse', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['nothing', () => syncMemory(none), /syncMemory takes an object of options .* not undefined/],
    ['nothing too', () => findQuotingSessions(none), /findQuotingSessions takes an object/],
    [
      'no receipt',
      () => findQuotingSessions({ store: createMemoryStore(), agent: 'a', receipt: none }),
      /needs the `receipt` that memory\.forget resolved with, not undefined/,
    ],
    [
      'what is no receipt',
      () => findQuotingSessions({ store: createMemoryStore(), agent: 'a', receipt: {} as never }),
      /`factIds` of the receipt of findQuotingSessions must be a list/,
    ],
  ])('%s', async (_, call, message) => {
    await expect(call()).rejects.toSatisfy(ConfigError.isInstance);
    await expect(call()).rejects.toThrow(message);
  });
});

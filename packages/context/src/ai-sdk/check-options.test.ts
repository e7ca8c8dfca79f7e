import { ConfigError, createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, test } from 'vitest';

import { createContextManager } from '../context-manager/context-manager.js';
import { handleChat } from '../chat-route/handle-chat.js';
import { openSession } from '../session/open-session.js';
import {
  appendNewMessages,
  createAgentHooks,
  createContextMiddleware,
  createContextTools,
  createHistoryTools,
  createMemoryTools,
  createMessageMetadata,
  createPrepareStep,
  createToolSearch,
  resumeChat,
  stopChat,
  syncMessages,
  toUIMessages,
  withCacheBreakpoints,
} from './index.js';

const session = await openSession({ store: createMemoryStore(), tokenizer });
const request = await session.prepare();

// promise: any-4
test.each([
  [() => createContextMiddleware({ session, cacheBreakpoint: true } as never), 'cacheBreakpoints'],
  [() => createPrepareStep({ session, instruction: '' } as never), 'instructions'],
  [() => createHistoryTools({ session, maxToken: 5 } as never), 'maxTokens'],
  [() => withCacheBreakpoints(request, { liftime: '1h' } as never), 'lifetime'],
  [() => createContextManager({ maxTokns: 8000 } as never), 'maxTokens'],
])('%s suggests %s for a misspelt option', (call, nearest) => {
  expect(call).toThrow(`Did you mean "${nearest}"?`);
});

test.each([
  ['createContextMiddleware', createContextMiddleware],
  ['createPrepareStep', createPrepareStep],
  ['createAgentHooks', createAgentHooks],
  ['createHistoryTools', createHistoryTools],
  ['createContextTools', createContextTools],
])('%s refuses to do without a session', (_, create) => {
  const call = (options?: unknown) => (create as (given: unknown) => unknown)(options);
  expect(() => call()).toThrow(/^The session of create\w+ must be an object with .*, not nothing/);
  expect(() => call({})).toThrow(/not nothing\. await openSession/);
  expect(() => call({ session: 'one' })).toThrow('not "one"');
  const opening = openSession({ store: createMemoryStore(), tokenizer });
  expect(() => call({ session: opening })).toThrow('not a promise: await it');
  expect(() => call({ session })).not.toThrow();
});

test.each([
  ['syncMessages', (given: never) => syncMessages(given, [])],
  ['appendNewMessages', (given: never) => appendNewMessages(given, [])],
  ['toUIMessages', (given: never) => toUIMessages(given)],
  ['createMessageMetadata', async (given: never) => createMessageMetadata(given)],
])('%s refuses what is no session', async (name, call) => {
  await expect(call(undefined as never)).rejects.toThrow(`The session of ${name} must be an obj`);
  await expect(call({ session } as never)).rejects.toThrow(ConfigError);
  const opening = openSession({ store: createMemoryStore(), tokenizer });
  await expect(call(opening as never)).rejects.toThrow('not a promise: await it');
  await expect(call(session as never)).resolves.toBeDefined();
});

test('createMemoryTools refuses what is no memory', () => {
  const call = (memory: unknown) => createMemoryTools({ memory, scope: 'one' } as never);
  expect(() => call(undefined)).toThrow('The memory of createMemoryTools must be an object with');
  expect(() => call(Promise.resolve())).toThrow('not a promise: await it');
  expect(() => createMemoryTools(undefined as never)).toThrow('memory of createMemoryTools must');
});

const memory = { recall() {}, write() {}, entity() {} } as never;

test.each([undefined, '', ' ', 5])('createMemoryTools refuses the scope %j', (scope) => {
  const call = () => createMemoryTools({ memory, scope } as never);
  expect(call).toThrow(/^The scope of createMemoryTools must say whose memory it is/);
});

test.each([Number.NaN, -1, '5'])('tools refuse answers of %j tokens', (maxTokens) => {
  const size = { maxTokens: maxTokens as number };
  expect(() => createHistoryTools({ session, ...size })).toThrow('maxTokens of createHistoryTools');
  expect(() => createMemoryTools({ memory, scope: 'one', ...size })).toThrow(
    'maxTokens of createMemoryTools must be a number of at least 0',
  );
});

test('tools refuse to count with what is no function', () => {
  expect(() => createHistoryTools({ session, count: 3 } as never)).toThrow(
    'count of createHistoryTools must be a function',
  );
});

test('createAgentHooks is named by its own errors', () => {
  expect(() => createAgentHooks({ session, nope: 1 } as never)).toThrow(/^createAgentHooks has no/);
  expect(() => createAgentHooks({} as never)).toThrow(/^The session of createAgentHooks/);
});

test.each<[string, object]>([
  ['no parts', { messages: [{ id: 'x', role: 'user' }] }],
  ['no message', { messages: [null] }],
  ['an unknown trigger', { messages: [], trigger: 'zzz' }],
])('handleChat refuses a body with %s', async (_, body) => {
  const answer = handleChat({ session, body, model: {} } as never);
  await expect(answer).rejects.toSatisfy(ConfigError.isInstance);
});

test.each([undefined, {}, { session: undefined }, { session: 'chat' }, { session: { id: 5 } }])(
  'resumeChat and stopChat refuse %j',
  async (options) => {
    for (const call of [resumeChat, stopChat]) {
      const answer = call(options as never);
      await expect(answer).rejects.toSatisfy(ConfigError.isInstance);
      await expect(answer).rejects.toThrow(
        /^The session of (resume|stop)Chat must be an open sess/,
      );
    }
  },
);

test('createToolSearch and withCacheBreakpoints name what they were given', () => {
  expect(() => createToolSearch(undefined as never)).toThrow(/^createToolSearch takes an object/);
  expect(() => createToolSearch({ tools: {}, limit: 0 })).toThrow(/limit of createToolSearch .* 0/);
  for (const given of [undefined, null, 5, {}, { messages: [] }] as never[]) {
    expect(() => withCacheBreakpoints(given)).toThrow(ConfigError);
    expect(() => withCacheBreakpoints(given)).toThrow(/a request of session\.prepare\(\), not/);
  }
});

test('handleChat refuses to do without a session', async () => {
  await expect(handleChat(undefined as never)).rejects.toThrow(ConfigError);
  const opening = openSession({ store: createMemoryStore(), tokenizer });
  await expect(handleChat({ session: opening, body: {} } as never)).rejects.toThrow('await it');
});

test('createPrepareStep says what `system` is called', () => {
  expect(() => createPrepareStep({ session, system: '' } as never)).toThrow('Use "instructions".');
});

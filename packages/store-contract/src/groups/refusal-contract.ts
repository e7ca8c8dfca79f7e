import { ConfigError, EverlongError, SessionNotFoundError, type Store } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-case.js';
import { expectError } from '../expectations/expect-error.js';
import { collect, newSession, say } from '../samples/samples.js';

/** Every call that names a session. */
function callsOn(store: Store, sessionId: string): Record<string, () => Promise<unknown>> {
  return {
    getSession: () => store.getSession(sessionId),
    append: () => store.append(sessionId, [say('x')]),
    'append of nothing': () => store.append(sessionId, []),
    read: () => collect(store.read(sessionId)),
    appendRecord: () => store.appendRecord(sessionId, { type: 'pin', seq: 0, pinned: true }),
    readRecords: () => collect(store.readRecords(sessionId)),
    updateSession: () => store.updateSession(sessionId, { title: 'x' }),
    deleteSession: () => store.deleteSession(sessionId),
    search: () => store.search('x', { sessionId }),
    putMedia: () => store.putMedia(sessionId, new Uint8Array(1), 'image/png'),
    getMedia: () => store.getMedia(sessionId, 'f'.repeat(64)),
  };
}

const unsafeNames = [
  '',
  '.',
  '..',
  '../up',
  'a/b',
  'a\\b',
  '/etc/passwd',
  'a\0b',
  'a b',
  '.hidden',
  'a:b',
  '東京',
  '%2e%2e',
  'x'.repeat(129),
];

/** What a store must refuse, and how. */
export const refusalContract: ContractGroup = {
  name: 'refusals',
  cases: [
    {
      name: 'every call on an unknown session is a SessionNotFoundError',
      async run({ store }) {
        await newSession(store);
        for (const sessionId of ['unknown', ...unsafeNames]) {
          for (const [name, call] of Object.entries(callsOn(store, sessionId))) {
            await expectError(call(), SessionNotFoundError.isInstance, `${name} ${sessionId}`);
          }
        }
      },
    },
    {
      name: 'a name that is unsafe as a file name is a ConfigError',
      async run({ store }) {
        for (const name of unsafeNames) {
          for (const input of [{ id: name, agent: 'agent' }, { agent: name }]) {
            await expectError(store.createSession(input), ConfigError.isInstance, name);
          }
        }
        expect(await store.listSessions()).toEqual([]);
      },
    },
    {
      name: 'a name at the limit of what is safe is taken',
      async run({ store }) {
        for (const id of ['x'.repeat(128), '-', '_', 'a..b', '0', 'constructor', '__proto__']) {
          await store.createSession({ id, agent: id });
          await store.append(id, [say('x')]);
          expect((await store.getSession(id)).entryCount).toBe(1);
        }
      },
    },
    {
      name: 'every call on a closed store is refused',
      async run({ store }) {
        const sessionId = await newSession(store);
        await store.append(sessionId, [say('x')]);
        await store.close();
        const calls = {
          ...callsOn(store, sessionId),
          createSession: () => store.createSession({ agent: 'agent' }),
          listSessions: () => store.listSessions(),
          'search everywhere': () => store.search('x'),
        };
        for (const [name, call] of Object.entries(calls)) {
          await expectError(call(), EverlongError.isInstance, name);
        }
      },
    },
    {
      name: 'closing twice is harmless, and closing waits for what was begun',
      async run({ store }) {
        const sessionId = await newSession(store);
        const begun = store.append(sessionId, [say('x')]);
        await Promise.all([store.close(), store.close()]);
        await store.close();
        expect(await begun).toHaveLength(1);
      },
    },
  ],
};

import { ConfigError, type EntryInput, EverlongError, SessionNotFoundError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { refusedInputs } from './refused-inputs.js';
import { expectError } from '../expectations/expect-error.js';
import { callsOn } from '../samples/calls-on.js';
import { collect, newSession, say } from '../samples/samples.js';

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

/** Inputs that a store must refuse, and how. */
export const refusalContract: ContractGroup = {
  name: 'refusals',
  cases: {
    ...refusedInputs,
    async 'every call on an unknown session is a SessionNotFoundError'({ store }) {
      await newSession(store);
      for (const sessionId of ['unknown', ...unsafeNames]) {
        for (const [name, call] of Object.entries(callsOn(store, sessionId))) {
          await expectError(call(), SessionNotFoundError.isInstance, `${name} ${sessionId}`);
        }
      }
    },
    async 'a name that is unsafe as a file name is a ConfigError'({ store }) {
      for (const name of unsafeNames) {
        for (const input of [{ id: name, agent: 'agent' }, { agent: name }]) {
          await expectError(store.createSession(input), ConfigError.isInstance, name);
        }
      }
      expect(await store.listSessions()).toEqual([]);
    },
    async 'a name at the limit of what is safe is taken'({ store }) {
      for (const id of ['x'.repeat(128), '-', '_', 'a..b', '0', 'constructor', '__proto__']) {
        await store.createSession({ id, agent: id });
        await store.append(id, [say('x')]);
        expect((await store.getSession(id)).entryCount).toBe(1);
      }
    },
    async 'a name that Windows keeps for itself is a ConfigError'({ store }) {
      for (const name of ['con', 'NUL', 'aux.txt', 'lpt1', 'Com9.tar.gz', 'a.']) {
        for (const input of [{ id: name, agent: 'agent' }, { agent: name }]) {
          await expectError(store.createSession(input), ConfigError.isInstance, name);
        }
      }
      for (const id of ['console', 'nul-1', 'com', 'a.con']) {
        await store.createSession({ id, agent: 'agent' });
      }
      expect(await store.listSessions()).toHaveLength(4);
    },
    async 'a wrong limit, place or time is a ConfigError'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('needle')]);
      for (const limit of [-1, Number.NaN, 1.5, '1' as unknown as number]) {
        const calls = {
          read: () => collect(store.read(sessionId, { limit })),
          'read from': () => collect(store.read(sessionId, { from: limit + 0.25 })),
          readRecords: () => collect(store.readRecords(sessionId, { limit })),
          listSessions: () => store.listSessions({ limit }),
          search: () => store.search('needle', { limit }),
          'search without words': () => store.search('', { limit }),
        };
        for (const [name, call] of Object.entries(calls)) {
          await expectError(call(), ConfigError.isInstance, `${name} ${limit}`);
        }
      }
      const before = store.listSessions({ before: 'yesterday' });
      await expectError(before, ConfigError.isInstance, 'before');
      for (const limit of [0, 1, Infinity]) {
        expect(await store.search('needle', { limit })).toHaveLength(Math.min(limit, 1));
        expect(await collect(store.read(sessionId, { limit }))).toHaveLength(Math.min(limit, 1));
      }
    },
    async 'an argument of another type is a ConfigError'({ store }) {
      const sessionId = await newSession(store);
      for (const wrong of [null, 5, [sessionId], { id: sessionId }, true] as unknown[]) {
        const name = wrong as string;
        for (const [method, call] of Object.entries(callsOn(store, name))) {
          await expectError(call(), ConfigError.isInstance, `${method} ${String(wrong)}`);
        }
        for (const input of [{ id: name, agent: 'a' }, { agent: name }]) {
          await expectError(store.createSession(input), ConfigError.isInstance, 'createSession');
        }
      }
      const agent = undefined as unknown as string;
      await expectError(store.createSession({ agent }), ConfigError.isInstance, 'no agent');
      const title = 5 as unknown as string;
      const metadata = ['a'] as unknown as Record<string, string>;
      for (const patch of [{ title }, { metadata }]) {
        const update = store.updateSession(sessionId, patch);
        await expectError(update, ConfigError.isInstance, 'updateSession');
      }
      for (const entries of [null, say('x'), [{}], [null], [{ ...say('x'), id: 5 }]]) {
        const append = store.append(sessionId, entries as unknown as EntryInput[]);
        await expectError(append, ConfigError.isInstance, `append ${JSON.stringify(entries)}`);
      }
      expect(await store.listSessions()).toHaveLength(1);
      expect((await store.getSession(sessionId)).entryCount).toBe(0);
    },
    async 'an entry that could not be read back is a ConfigError'({ store }) {
      const sessionId = await newSession(store);
      const { message } = say('x');
      const wrong: unknown[] = [
        { message: { role: 'robot', content: 'x' } },
        { message: { role: 'user' } },
        { message: { role: 'tool', content: 'x' } },
        { message: { role: 'assistant', content: [{ type: 'tool-call', input: {} }] } },
        { message, createdAt: 'yesterday' },
        { message, createdAt: 5 },
        { message, createdAt: new Date(0) },
      ];
      for (const entry of wrong) {
        const append = store.append(sessionId, [say('first'), entry as EntryInput]);
        await expectError(append, ConfigError.isInstance, JSON.stringify(entry));
      }
      expect(await collect(store.read(sessionId))).toEqual([]);
    },
    async 'every call on a closed store is refused'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('x')]);
      await store.close();
      const calls = {
        ...callsOn(store, sessionId),
        createSession: () => store.createSession({ agent: 'agent' }),
        listSessions: () => store.listSessions(),
        'search everywhere': () => store.search('x'),
        'a tenant': async () => store.forTenant('acme').createSession({ agent: 'agent' }),
      };
      for (const [name, call] of Object.entries(calls)) {
        await expectError(call(), EverlongError.isInstance, name);
      }
    },
    async 'closing twice is harmless, and closing waits for what was begun'({ store }) {
      const sessionId = await newSession(store);
      const begun = store.append(sessionId, [say('x')]);
      await Promise.all([store.close(), store.close()]);
      await store.close();
      expect(await begun).toHaveLength(1);
    },
  },
};

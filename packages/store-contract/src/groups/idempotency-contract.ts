import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectSame } from '../expectations/expect-same.js';
import { newSession, readTexts, say } from '../samples/samples.js';

/** Appending an id again is a no-op that returns the stored entry. */
export const idempotencyContract: ContractGroup = {
  name: 'idempotent ids',
  cases: {
    async 'the same id again adds nothing and returns the stored entry'({ store }) {
      const sessionId = await newSession(store);
      const first = await store.append(sessionId, [say('first', { id: 'one' })]);
      const again = await store.append(sessionId, [say('changed', { id: 'one' })]);
      expectSame(again, first);
      expect(await readTexts(store, sessionId)).toEqual(['first']);
    },
    async 'an id that the store made counts too'({ store }) {
      const sessionId = await newSession(store);
      const [stored] = await store.append(sessionId, [say('first'), say('second')]);
      expectSame(await store.append(sessionId, [say('x', { id: stored?.id ?? '' })]), [stored]);
      expect(await readTexts(store, sessionId)).toEqual(['first', 'second']);
    },
    async 'the same id twice in a batch is stored once'({ store }) {
      const sessionId = await newSession(store);
      const stored = await store.append(sessionId, [
        say('a', { id: 'one' }),
        say('b', { id: 'two' }),
        say('c', { id: 'one' }),
      ]);
      expect(stored.map((entry) => [entry.id, entry.seq, entry.message.content])).toEqual([
        ['one', 0, 'a'],
        ['two', 1, 'b'],
        ['one', 0, 'a'],
      ]);
      expect(await readTexts(store, sessionId)).toEqual(['a', 'b']);
    },
    async 'a batch that is known in part adds the rest, without gaps'({ store }) {
      const sessionId = await newSession(store);
      await store.append(sessionId, [say('a', { id: 'a' }), say('b', { id: 'b' })]);
      const inputs = ['c', 'a', 'd', 'b', 'e'].map((text) => say(text, { id: text }));
      const stored = await store.append(sessionId, inputs);
      expect(stored.map((entry) => [entry.id, entry.seq])).toEqual([
        ['c', 2],
        ['a', 0],
        ['d', 3],
        ['b', 1],
        ['e', 4],
      ]);
      expect(await readTexts(store, sessionId)).toEqual(['a', 'b', 'c', 'd', 'e']);
    },
    async 'a repeat succeeds although its expectedSeq has passed'({ store }) {
      const sessionId = await newSession(store);
      const inputs = [say('a', { id: 'a' }), say('b', { id: 'b' })];
      const first = await store.append(sessionId, inputs, { expectedSeq: 0 });
      const again = await store.append(sessionId, inputs, { expectedSeq: 0 });
      expectSame(again, first);
      expect(await readTexts(store, sessionId)).toEqual(['a', 'b']);
    },
    async 'one id from many at once is stored once'({ store }) {
      const sessionId = await newSession(store);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.append(sessionId, [say(`try ${index}`, { id: 'same' })]),
        ),
      );
      expect(new Set(answers.map(([entry]) => JSON.stringify(entry))).size).toBe(1);
      expect(await readTexts(store, sessionId)).toHaveLength(1);
    },
    async 'an id belongs to its session'({ store }) {
      const left = await newSession(store);
      const right = await newSession(store);
      await store.append(left, [say('left', { id: 'same' })]);
      await store.append(right, [say('right', { id: 'same' })]);
      expect(await readTexts(store, left)).toEqual(['left']);
      expect(await readTexts(store, right)).toEqual(['right']);
    },
    async 'any text is an id'({ store }) {
      const sessionId = await newSession(store);
      const ids = ['', '__proto__', 'a/b', '東京', '🙂', 'a\0b', "'; --", 'x'.repeat(5000), '7'];
      const inputs = ids.map((id) => say(id, { id }));
      await store.append(sessionId, inputs);
      const again = await store.append(sessionId, inputs);
      expect(again.map((entry) => entry.id)).toEqual(ids);
      expect(await readTexts(store, sessionId)).toEqual(ids);
    },
  },
};

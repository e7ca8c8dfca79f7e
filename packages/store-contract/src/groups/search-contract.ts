import type { Store } from '@everlong/core';
import fc from 'fast-check';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { anyCharacter } from '../samples/any-character.js';
import { newSession, say } from '../samples/samples.js';

async function found(store: Store, query: string, options?: Parameters<Store['search']>[1]) {
  return (await store.search(query, options)).map((hit) => hit.seq);
}

async function sessionOf(store: Store, ...lines: string[]): Promise<string> {
  const sessionId = await newSession(store);
  await store.append(
    sessionId,
    lines.map((line) => say(line)),
  );
  return sessionId;
}

const hostile = [
  '"',
  '""',
  "'",
  '"unclosed',
  'AND',
  'NOT needle',
  'needle AND',
  'OR OR',
  'NEAR(a b, 2)',
  'needle*',
  '^needle',
  'text:needle',
  '{text} : needle',
  '(((((needle',
  'needle) OR (1=1',
  'a\0b',
  '\0',
  '%',
  '_',
  '\\',
  '-- needle',
  '; DROP TABLE entries',
  '🙂',
  '\ud800',
  '東',
  '東京',
  ' ',
  '\n\t',
  '.*',
  '[a-z]+',
  'needle '.repeat(2000),
  'x'.repeat(100_000),
  '('.repeat(5000),
];

/** Any string is a query; entries that hold its words are found. */
export const searchContract: ContractGroup = {
  name: 'search',
  cases: {
    async 'finds a word at the beginning of a line of what a tool was given or gave'({ store }) {
      const sessionId = await newSession(store);
      const text = 'port: 1\nserver:\t"localhost"\r\nfolder: C:\\new\\table';
      const call = { toolCallId: 'a', toolName: 'write' };
      const output = { type: 'json' as const, value: { text: 'x\nqueue: y' } };
      await store.append(sessionId, [
        {
          message: {
            role: 'assistant',
            content: [{ type: 'tool-call', ...call, input: { text } }],
          },
        },
        { message: { role: 'tool', content: [{ type: 'tool-result', ...call, output }] } },
      ]);
      for (const word of ['port', 'server', 'localhost', 'folder', 'new', 'table']) {
        expect([word, await found(store, word, { sessionId })]).toEqual([word, [0]]);
      }
      expect(await found(store, 'queue', { sessionId })).toEqual([1]);
      const [hit] = await store.search('server', { sessionId });
      expect(hit?.excerpt).toContain('server: "localhost" folder: C:\\new\\table');
    },
    async 'finds entries of the sessions that are named, and of no other'({ store }) {
      const [one, two, three] = [
        await sessionOf(store, 'helm one'),
        await sessionOf(store, 'helm two'),
        await sessionOf(store, 'helm three'),
      ];
      const ids = async (sessionIds: string[], sessionId?: string) => {
        const only = sessionId === undefined ? {} : { sessionId };
        const hits = await store.search('helm', { sessionIds, ...only });
        return hits.map((hit) => hit.sessionId).toSorted();
      };
      expect(await ids([one, three, 'gone'])).toEqual([one, three].toSorted());
      expect(await ids([])).toEqual([]);
      expect(await ids([one], two)).toEqual([]);
      expect(await ids([two], two)).toEqual([two]);
    },
    async 'finds entries by their words, in any case'({ store }) {
      const sessionId = await sessionOf(store, 'nothing here', 'Deploy to Kubernetes', 'or not');
      const [hit, ...others] = await store.search('KUBERNETES');
      expect(others).toEqual([]);
      expect(hit).toMatchObject({ sessionId, seq: 1 });
      expect(hit?.excerpt).toContain('Kubernetes');
      expect(hit?.score).toBeGreaterThan(0);
    },
    async 'finds what was appended last, and what was said in calls and results'({ store }) {
      const sessionId = await sessionOf(store, 'first needle');
      expect(await found(store, 'needle')).toEqual([0]);
      const call = { toolCallId: '1', toolName: 'grep' };
      await store.append(sessionId, [
        {
          message: {
            role: 'assistant',
            content: [{ type: 'tool-call', ...call, input: { pattern: 'haystack' } }],
          },
        },
        {
          message: {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                ...call,
                output: { type: 'text', value: 'src/pitchfork.ts' },
              },
            ],
          },
        },
      ]);
      expect(await found(store, 'haystack')).toEqual([1]);
      expect(await found(store, 'pitchfork')).toEqual([2]);
    },
    async 'finds entries that hold any of the words, those with more of them first'({ store }) {
      await sessionOf(store, 'the helm', 'of the ship', 'a helm chart for kubernetes', 'unrelated');
      const seqs = await found(store, 'kubernetes helm chart?');
      expect(seqs[0]).toBe(2);
      expect(new Set(seqs)).toEqual(new Set([0, 2]));
    },
    async 'keeps to the session, the range and the limit asked for'({ store }) {
      const left = await sessionOf(store, 'needle 0', 'needle 1', 'needle 2', 'needle 3');
      const right = await sessionOf(store, ...Array.from({ length: 30 }, () => 'needle'));
      const sessions = (await store.search('needle', { limit: 100 })).map((hit) => hit.sessionId);
      expect(new Set(sessions)).toEqual(new Set([left, right]));
      expect(sessions).toHaveLength(34);
      const options = { sessionId: left };
      expect(new Set(await found(store, 'needle', options))).toEqual(new Set([0, 1, 2, 3]));
      const early = await found(store, 'needle', { ...options, throughSeq: 1 });
      expect(new Set(early)).toEqual(new Set([0, 1]));
      expect(await found(store, 'needle', { ...options, limit: 2 })).toHaveLength(2);
      expect(await found(store, 'needle', { sessionId: right })).toHaveLength(20);
    },
    async 'finds words in scripts that have no spaces'({ store }) {
      await sessionOf(store, '今日は東京タワーに行きました。', '昨日は京都', '내일 서울에서');
      expect(await found(store, '東京タワー')).toEqual([0]);
      expect(await found(store, '京都')).toEqual([1]);
      expect(await found(store, '서울에서')).toEqual([2]);
    },
    async 'finds words with accents and marks'({ store }) {
      await sessionOf(store, 'Ein Gruß aus Zürich', 'नमस्ते दुनिया');
      expect(await found(store, 'ZÜRICH')).toEqual([0]);
      expect(await found(store, 'नमस्ते')).toEqual([1]);
    },
    async 'finds the same words in every store'({ store }) {
      await sessionOf(
        store,
        'a naïve idea in the café',
        'İstanbul is large',
        'hello, spell it',
        'Straße und foo_bar-baz/qux.ts',
        'ERR_CODE=0x1F in v2.0.1',
      );
      expect(await found(store, 'NAIVE')).toEqual([0]);
      expect(await found(store, 'cafe')).toEqual([0]);
      expect(await found(store, 'istanbul')).toEqual([1]);
      expect(await found(store, 'hell')).toEqual([2]);
      expect(await found(store, 'ell')).toEqual([]);
      expect(await found(store, "don't")).toEqual([]);
      expect(await found(store, 'straße')).toEqual([3]);
      expect(await found(store, 'foo_bar-baz/qux.ts')).toEqual([3]);
      expect(await found(store, 'bar')).toEqual([3]);
      expect(await found(store, 'v2.0.1')).toEqual([4]);
      expect(await found(store, '0')).toEqual([4]);
    },
    async 'shows no secret in an excerpt, and keeps it in the entry'({ store }) {
      const said = 'the needle: PASSWORD=hunter22 and so on';
      const sessionId = await sessionOf(store, said);
      for (const query of ['needle', 'password', 'hunter22']) {
        const [hit] = await store.search(query, { sessionId });
        expect(hit?.excerpt).toContain('[REDACTED:password]');
        expect(hit?.excerpt).not.toContain('hunter22');
      }
      for await (const { message } of store.read(sessionId)) expect(message.content).toBe(said);
    },
    async 'gives the newest of equals first, and keeps those when there are too many'({ store }) {
      const sessionId = await sessionOf(store, ...Array.from({ length: 9 }, () => 'the needle'));
      expect(await found(store, 'needle', { sessionId, limit: 4 })).toEqual([8, 7, 6, 5]);
    },
    async 'looks for the first 32 words of a query, and no more'({ store }) {
      const words = Array.from({ length: 5000 }, (_, index) => `word${index}x`);
      await sessionOf(store, 'about word31x', 'about word32x', words.slice(32).join(' '));
      expect(await found(store, words.join(' '))).toEqual([0]);
    },
    async 'finds nothing for a query without words'({ store }) {
      await sessionOf(store, 'needle', '', '"" ... 🙂');
      for (const query of ['', ' ', '""', '...', '🙂', '*', '\0']) {
        expect(await found(store, query)).toEqual([]);
      }
    },
    async 'takes any string'({ store }) {
      await sessionOf(store, 'the needle in the haystack');
      for (const query of hostile) {
        const hits = await store.search(query);
        if (/\bneedle\b/.test(query)) expect(hits).toHaveLength(1);
      }
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 30 }), async (query) => {
          expect(await store.search(query)).toBeInstanceOf(Array);
        }),
        { numRuns: 50 },
      );
    },
    async 'does not find what was deleted'({ store }) {
      const gone = await sessionOf(store, 'the needle');
      await sessionOf(store, 'another needle');
      expect(await store.search('needle')).toHaveLength(2);
      await store.deleteSession(gone);
      const hits = await store.search('needle');
      expect(hits).toHaveLength(1);
      expect(hits[0]?.excerpt).toContain('another');
    },
  },
};

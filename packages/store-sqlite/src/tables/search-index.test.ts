import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '@everlong/core';
import { searchTerms } from '@everlong/core/store-kit';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { indexableText, matchExpression, tenantMark } from './search-terms.js';
import { createSqliteStore } from '../sqlite-store.js';

describe('terms', () => {
  it.each([
    ['Deploy to "Kubernetes"!', '"deploy"* OR "to" OR "kubernetes"*'],
    ['NOT a:b* OR (c', '"not"* OR "a" OR "b" OR "or" OR "c"'],
    ['東京タワー', '"東京" OR "京タ" OR "タワ" OR "ワー"'],
    ['東', '"東"*'],
    ['x', '"x"'],
    ['v2東京', '"v2" OR "東京"'],
    ['𠮷野家', '"𠮷野" OR "野家"'],
  ])('of %s', (query, expression) => {
    expect(matchExpression(searchTerms(query), '')).toBe(expression);
  });

  it('of a tenant begin with its mark, in text and query alike', () => {
    const mark = tenantMark('acme');
    expect(tenantMark('default')).toBe('');
    expect(matchExpression(searchTerms('Helm 東'), mark)).toBe(`"${mark}helm"* OR "${mark}東"*`);
    expect(indexableText('a-b', mark)).toBe(`${mark}a-${mark}b`);
  });

  it('are at most 32, each once', () => {
    expect(searchTerms('again '.repeat(100))).toEqual(['again']);
    const many = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
    expect(searchTerms(many)).toHaveLength(32);
  });

  it('of text pair the characters of scripts without spaces, and leave the rest', () => {
    expect(indexableText('see 東京タ, ok\0now', '').split(/\s+/)).toEqual([
      'see',
      '東京',
      '京タ',
      'タ',
      ',',
      'ok',
      'now',
    ]);
  });
});

it('of a run of any length are indexed', () => {
  expect(indexableText('漢'.repeat(2_500_000), '')).toHaveLength(4 * 2_499_999 + 3);
});

describe('the index', () => {
  let directory: string;
  let raw: Database;
  let store: Store;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'everlong-search-'));
    store = createSqliteStore({ path: join(directory, 'sessions.db') });
    raw = new BetterSqlite3(join(directory, 'sessions.db'));
    for (const id of ['one', 'two']) await store.createSession({ id, agent: 'agent' });
  });

  afterEach(async () => {
    await store.close();
    raw.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function say(sessionId: string, ...lines: string[]): Promise<void> {
    await store.append(
      sessionId,
      lines.map((content) => ({ message: { role: 'user', content } })),
    );
  }

  async function seqs(query: string): Promise<number[]> {
    return (await store.search(query)).map((hit) => hit.seq);
  }

  function indexed(): number {
    return raw.prepare<[], number>('SELECT count(*) FROM entry_search').pluck().get() ?? -1;
  }

  function checkIntegrity(): void {
    raw.exec(`INSERT INTO entry_search (entry_search, rank) VALUES ('integrity-check', 1)`);
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  }

  it('is filled by searching, in steps, and only with what is searched', async () => {
    await say('one', ...Array.from({ length: 600 }, (_, index) => `needle ${index}`));
    await say('two', 'another needle');
    expect(indexed()).toBe(0);
    expect(await store.search('needle', { sessionId: 'one', limit: 1000 })).toHaveLength(600);
    expect(indexed()).toBe(600);
    expect(await store.search('needle', { limit: 1000 })).toHaveLength(601);
    await say('one', 'one more needle');
    expect(indexed()).toBe(601);
    expect(await store.search('needle', { limit: 1000 })).toHaveLength(602);
    checkIntegrity();
  });

  it('lets others work between long texts', async () => {
    await say('one', ...Array.from({ length: 4 }, () => `needle ${'word '.repeat(60_000)}`));
    const counted = raw.prepare<[], number>('SELECT max(searchable_count) FROM sessions').pluck();
    const steps = new Set<number>();
    const watch = async (isOver: () => boolean) => {
      for (; !isOver(); await new Promise((resolve) => setImmediate(resolve)))
        steps.add(counted.get() ?? 0);
    };
    let isOver = false;
    const search = store.search('needle').finally(() => (isOver = true));
    await watch(() => isOver);
    expect(await search).toHaveLength(4);
    expect([...steps]).toEqual(expect.arrayContaining([1, 2, 3, 4]));
  });

  it('goes on where another process stopped', async () => {
    await say('one', 'needle a', 'needle b');
    await store.search('needle');
    raw.exec(`BEGIN; DELETE FROM entry_search; UPDATE sessions SET searchable_count = 0; COMMIT`);
    expect(await store.search('needle')).toHaveLength(2);
    checkIntegrity();
  });

  it('forgets what is deleted, indexed or not, and stays sound', async () => {
    await say('one', 'old needle', 'needle in one');
    await say('two', 'needle in two');
    await store.search('needle');
    await say('one', 'needle that nobody searched for');
    await store.deleteSession('one');
    checkIntegrity();
    expect(indexed()).toBe(1);
    expect((await store.search('needle')).map((hit) => hit.sessionId)).toEqual(['two']);
    expect(await seqs('old')).toEqual([]);
    await store.createSession({ id: 'one', agent: 'agent' });
    await say('one', 'needle again');
    expect(await store.search('needle')).toHaveLength(2);
    checkIntegrity();
  });

  it('ranks what holds more and rarer words first', async () => {
    await say(
      'one',
      ...Array.from({ length: 20 }, (_, index) => `the server answered request ${index}`),
      'the kubernetes server was restarted',
      'the kubernetes cluster was restarted',
    );
    expect((await seqs('kubernetes server')).slice(0, 2)).toEqual([20, 21]);
  });

  it('ranks rare words, and of words that thousands hold the newest', async () => {
    const common = Array.from({ length: 3200 }, (_, index) => `the server answered ${index}`);
    await say('one', 'the kubernetes server', ...common);
    await say('two', 'kubernetes alone', 'the server answered last');
    const best = await store.search('the kubernetes server', { limit: 2 });
    expect(new Set(best.map(({ excerpt }) => excerpt))).toEqual(
      new Set(['kubernetes alone', 'the kubernetes server']),
    );
    const some = await store.search('kubernetes server', { limit: 5 });
    expect(some).toHaveLength(5);
    const newest = await store.search('server answered', { limit: 3000 });
    expect(newest).toHaveLength(3000);
    const ofOne = newest.filter(({ sessionId }) => sessionId === 'one').map(({ seq }) => seq);
    expect(ofOne).toHaveLength(2999);
    expect(Math.min(...ofOne)).toBe(202);
    expect(await store.search('server answered', { limit: 5000 })).toHaveLength(3202);
    expect(await store.search('the server', { sessionIds: ['two'] })).toHaveLength(1);
  });

  it('finds other forms of a word, accents or not, and single characters', async () => {
    await say('one', 'we deployed the charts', 'das Café in Zürich', '今日は東京タワー');
    expect(await seqs('deploying chart')).toEqual([0]);
    expect(await seqs('cafe zurich')).toEqual([1]);
    expect(await seqs('京')).toEqual([2]);
    expect(await seqs('ー')).toEqual([2]);
  });

  it('shows where the word stands', async () => {
    await say('one', `${'before '.repeat(200)}東京 needle${' after'.repeat(200)}`);
    for (const query of ['needle', '東京']) {
      const [hit] = await store.search(query);
      expect(hit?.excerpt).toContain('東京 needle');
    }
  });
});

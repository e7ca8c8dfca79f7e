import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toEntry } from '../log/entry-codec.js';
import { bestHits, matchEntry, searchExcerpt, searchScore, searchWords } from './text-search.js';

describe('searchWords', () => {
  it.each([
    ['Deploy to KUBERNETES!', ['deploy', 'to', 'kubernetes']],
    ['src/main_file.ts:42', ['src', 'main', 'file', 'ts', '42']],
    ['"quoted" AND (near*) -not', ['quoted', 'and', 'near', 'not']],
    ['東京タワー 2026年', ['東京タワー', '2026年']],
    ['cafe\u0301 हिन्दी', ['cafe\u0301', 'हिन्दी']],
    ['🙂 \0 … \ud800', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});

describe('searchScore', () => {
  it('is 0 exactly when no word is there', () => {
    expect(searchScore(['helm', 'chart'], 'we deployed by hand')).toBe(0);
    expect(searchScore([], 'anything')).toBe(0);
    expect(searchScore(['chart'], 'the CHART is in charts/')).toBeGreaterThan(0);
  });

  it('grows with more words, longer words and repeats', () => {
    const text = 'kubernetes runs the helm chart of kubernetes';
    const score = (...words: string[]): number => searchScore(words, text);
    expect(score('helm', 'chart')).toBeGreaterThan(score('helm'));
    expect(score('chart')).toBeGreaterThan(score('helm'));
    expect(score('kubernetes')).toBeGreaterThan(searchScore(['kubernetes'], 'kubernetes'));
    expect(score('helm', 'helm')).toBe(score('helm'));
  });
});

describe('searchExcerpt', () => {
  it('shows the longest word that is there, in at most about 200 characters', () => {
    const text = `${'before '.repeat(100)}the needle is here${' after'.repeat(100)}`;
    const excerpt = searchExcerpt(['the', 'needle', 'haystacks'], text);
    expect(excerpt).toContain('needle is here');
    expect(excerpt).toMatch(/^….*…$/);
    expect(excerpt.length).toBeLessThanOrEqual(202);
  });

  it('finds the place in text that changes its length in lower case', () => {
    const text = `${'İ'.repeat(500)} needle ${'x'.repeat(500)}`;
    expect(searchExcerpt(['needle'], text)).toContain('needle');
  });

  it('is total', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (query, text) => {
        expect(searchExcerpt(searchWords(query), text).length).toBeLessThanOrEqual(202);
      }),
    );
  });
});

describe('matchEntry and bestHits', () => {
  const entry = (seq: number, content: string) =>
    toEntry({ id: `entry-${seq}`, message: { role: 'user', content } }, 'session', seq);

  it('give the best first, and of equals the newest', () => {
    const words = searchWords('helm chart');
    const hits = ['the helm', 'nothing', 'helm chart', 'the helm'].flatMap(
      (text, seq) => matchEntry(entry(seq, text), words) ?? [],
    );
    expect(bestHits(hits, 2).map((hit) => hit.seq)).toEqual([2, 3]);
    expect(hits.map((hit) => hit.entryId)).toEqual(['entry-0', 'entry-2', 'entry-3']);
  });

  it('look into calls and results', () => {
    const call = toEntry(
      {
        message: {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: '1', toolName: 'grep', input: { pattern: 'needle' } },
          ],
        },
      },
      'session',
      0,
    );
    expect(matchEntry(call, ['needle'])?.excerpt).toContain('needle');
  });
});

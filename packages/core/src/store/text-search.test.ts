import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '../../test/support/any-character.js';
import { searchExcerpt, searchScore, searchTerms } from './text-search.js';

describe('searchTerms', () => {
  it.each([
    ['Deploy to KUBERNETES!', ['deploy', 'to', 'kubernetes']],
    ['src/main_file.ts:42', ['src', 'main', 'file', 'ts', '42']],
    ['"quoted" AND (near*) -not', ['quoted', 'and', 'near', 'not']],
    ['東京タワー 2026年', ['東京', '京タ', 'タワ', 'ワー', '2026', '年']],
    ['again and again', ['again', 'and']],
    ['cafe\u0301 हिन्दी', ['cafe', 'हिन्दी']],
    ['İstanbul, Zürich', ['istanbul', 'zurich']],
    ["don't", ['don', 't']],
    ['서울에서', ['서울', '울에', '에서']],
    ['🙂 \0 … \ud800', []],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(searchTerms(text)).toEqual(words);
  });
});

describe('searchScore', () => {
  it('is 0 exactly when no word is there', () => {
    expect(searchScore(['helm', 'chart'], 'we deployed by hand')).toBe(0);
    expect(searchScore([], 'anything')).toBe(0);
    expect(searchScore(['chart'], 'the CHART is in charts/')).toBeGreaterThan(0);
  });

  it('takes words that begin with a term of three letters, and no other part of a word', () => {
    const holds = (query: string, text: string): boolean =>
      searchScore(searchTerms(query), text) > 0;
    expect(holds('hell', 'Hello')).toBe(true);
    expect(holds('ell', 'Hello, spell it')).toBe(false);
    expect(holds('to', 'token')).toBe(false);
    expect(holds("don't", 'Straße')).toBe(false);
    expect(holds('v2.0.1', 'ERR_CODE=0x1F')).toBe(false);
    expect(holds('v2.0.1', 'port 0')).toBe(true);
    expect(holds('naive', 'a NAÏVE cafe\u0301')).toBe(true);
    expect(holds('e', 'cafe\u0301 é')).toBe(true);
    expect(holds('東京', 'v2東京タワー')).toBe(true);
    expect(holds('v2', 'in東京v2東京')).toBe(true);
    expect(holds('𝒳', 'a𝒳')).toBe(false);
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

  it('splits no character at its ends', () => {
    for (const before of ['', 'x']) {
      const text = `${before}${'😀'.repeat(60)}needle${'😀'.repeat(200)}`;
      expect(searchExcerpt(['needle'], text).isWellFormed()).toBe(true);
    }
  });

  it('is total', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (query, text) => {
          expect(searchExcerpt(searchTerms(query), text).length).toBeLessThanOrEqual(202);
        },
      ),
    );
  });
});

describe('a long query', () => {
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`);

  it('counts with its first 32 terms', () => {
    expect(searchTerms(words.join(' '))).toEqual(words.slice(0, 32));
    expect(searchTerms('東西南北'.repeat(5000)).length).toBeLessThanOrEqual(32);
  });
});

it('an excerpt stands where the text holds most of the terms', () => {
  const rows = Array.from({ length: 500 }, (_, id) => `{"name":"customer-${id}","open":true}`);
  const excerpt = searchExcerpt(searchTerms('is customer 417 open?'), rows.join(','));
  expect(excerpt).toContain('customer-417');
  expect(excerpt.length).toBeLessThanOrEqual(202);
});

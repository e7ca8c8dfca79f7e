import { expect, it } from 'vitest';

import { createAnalyzer } from './analyzer.js';
import { foldWords } from './fold-words.js';

it('folds case, accents and compatibility forms', () => {
  expect(foldWords('Café ﬁne STRAẞE Ångström')).toEqual(['cafe', 'fine', 'strasse', 'angstrom']);
});

it('makes pairs of scripts without spaces, and keeps marks with their letters', () => {
  expect(foldWords('東京都 in हिन्दी')).toEqual(['東京', '京都', 'in', 'हिन्दी']);
  expect(foldWords('서')).toEqual(['서']);
});

it('gives words of letters, digits and marks only, whatever the text', () => {
  const odd = 'a\0b "c*" d:e (f) \ud800x é́ \u202e 1_2';
  expect(foldWords(odd).every((word) => /^[\p{L}\p{N}\p{M}]+$/u.test(word))).toBe(true);
});

it('finds irregular forms, and leaves stop words out', () => {
  const { terms, queryTerms } = createAnalyzer();
  expect(terms('She went to the mice')).toEqual(['go', 'mous']);
  expect(queryTerms('cats, cats and CATS')).toEqual(['cat']);
});

it('takes each text for the language of its stop words', () => {
  const { terms } = createAnalyzer();
  expect(terms('Die Häuser sind nicht mehr da.')).toEqual(['haus', 'ause', 'user', 'mehr']);
  expect(terms('La reunión es en los hoteles')).toContain('hotel');
  expect(terms('Было много новых машин')).toContain('машин');
  expect(terms('Hello running')).toEqual(['hello', 'run']);
  expect(createAnalyzer('german').terms('Wohnung')).toContain('wohnung');
});

it('finds the parts of words where words are joined, and single characters without spaces', () => {
  const { terms, queryTerms } = createAnalyzer();
  const words = terms('der Spanischkurs ist aus');
  expect(queryTerms('wo ist der Kurs').filter((term) => words.includes(term))).toEqual(['kurs']);
  expect(terms('the standings')).toEqual(['stand']);
  expect(terms('送牛奶')).toEqual(['送牛', '送', '牛', '牛奶', '牛', '奶']);
});

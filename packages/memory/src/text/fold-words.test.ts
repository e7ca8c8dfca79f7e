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

it('finds irregular forms and related words, and leaves stop words out', () => {
  const { terms, relatedTerms, queryTerms } = createAnalyzer();
  expect(terms('She went to the mice')).toEqual(['go', 'mous']);
  expect(queryTerms('cats, cats and CATS')).toEqual(['cat']);
  expect(relatedTerms('career')).toContain('job');
});

it('takes each text for the language of its stop words', () => {
  const { terms, languageOf } = createAnalyzer();
  expect(terms('Die Häuser sind nicht mehr da.')).toEqual(['haus', 'mehr']);
  expect(terms('La organización de las reuniones')).toEqual(['organiz', 'reunion']);
  expect(terms('Было много новых машин')).toEqual(['нов', 'машин']);
  expect(['Hello', 'So am I', 'Ich auch', '東京'].map(languageOf)).toEqual([
    'english',
    'english',
    'german',
    'english',
  ]);
  expect(createAnalyzer('german').languageOf('Wohnung')).toBe('german');
});

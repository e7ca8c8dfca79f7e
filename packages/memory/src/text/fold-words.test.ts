import { expect, it } from 'vitest';

import { createAnalyzer } from './analyzer.js';
import { english } from './english.js';
import { foldWords } from './fold-words.js';
import { stemEnglish } from './stem-english.js';

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

it.for([
  ['relational', 'relat'],
  ['hopping', 'hop'],
  ['ponies', 'poni'],
  ['agreed', 'agre'],
  ['adjustment', 'adjust'],
  ['yellow', 'yellow'],
  ['utf8', 'utf8'],
] as const)('stems %s as %s', ([word, stem]) => {
  expect(stemEnglish(word)).toBe(stem);
});

it('finds irregular forms and related words, and leaves stop words out', () => {
  const { terms, relatedTerms, queryTerms } = createAnalyzer(english);
  expect(terms('She went to the mice')).toEqual(['go', 'mous']);
  expect(queryTerms('cats, cats and CATS')).toEqual(['cat']);
  expect(relatedTerms(['career'])).toContain('job');
});

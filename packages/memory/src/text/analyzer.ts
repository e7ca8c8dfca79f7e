import { unspacedRuns } from '@everlong/core/store-kit';

import { foldText, foldWords, words } from './fold-words.js';
import { type Language, type LanguageName, languageOf, languages } from './languages.js';

/** Turns texts into the terms that are indexed and searched. */
export interface Analyzer {
  /** The terms of a text in order, repeats included, without the stop words of its language. */
  terms(text: string): string[];
  /** The unique terms of a query, at most 64. Accepts any string. */
  queryTerms(text: string): string[];
}

/** More would cost time and add noise. */
const MAX_QUERY_TERMS = 64;

/** Characters of a query that are read. */
const MAX_QUERY_LENGTH = 4000;

/** Longer words are data, without forms. */
const MAX_LENGTH = 40;

/** Words of one language whose terms are kept. */
const MAX_KNOWN = 50_000;

/** Letters of a run. */
const RUN_LENGTH = 4;

/** @param usual the language of a text that does not tell its own */
export function createAnalyzer(usual: LanguageName = 'english'): Analyzer {
  const known = new Map([...languages.keys()].map((name) => [name, new Map<string, string[]>()]));
  const usualLanguage = languages.get(usual) as Language;

  /** Of a word in lower case, with its accents: the rules of languages know them. */
  function termsOf(language: Language, word: string): string[] {
    const terms = known.get(language.name) as Map<string, string[]>;
    const found = terms.get(word);
    if (found !== undefined) return found;
    const made = makeTerms(language, word);
    if (terms.size >= MAX_KNOWN) terms.clear();
    terms.set(word, made);
    return made;
  }

  function termsIn(text: string, language: Language): string[] {
    return words(text.normalize('NFKC').toLowerCase()).flatMap((word) => termsOf(language, word));
  }

  return {
    terms: (text) => termsIn(text, languageOf(foldWords(text)) ?? usualLanguage),
    queryTerms(text) {
      const query = text.slice(0, MAX_QUERY_LENGTH);
      const language = languageOf(foldWords(query)) ?? usualLanguage;
      const own = termsIn(query, language);
      // Short texts are often stored as of the usual language.
      const others = language === usualLanguage ? [] : termsIn(query, usualLanguage);
      return [...new Set([...own, ...others])].slice(0, MAX_QUERY_TERMS);
    },
  };
}

function makeTerms({ stopWords, stem, hasRuns }: Language, word: string): string[] {
  // Pairs of characters, and each by itself: a word of a script without spaces has one or two.
  if (word.search(unspacedRuns) >= 0) return foldWords(word).flatMap((part) => parts(part));
  if (word.length > MAX_LENGTH) return foldWords(word);
  const folded = foldText(word);
  if (stopWords.has(folded)) return [];
  const stemmed = foldText(stem(word)) || folded;
  return hasRuns ? [...new Set([stemmed, ...runsOf(folded)])] : [stemmed];
}

function parts(part: string): string[] {
  return part.search(unspacedRuns) < 0 ? [part] : [...new Set([part, ...Array.from(part)])];
}

function runsOf(word: string): string[] {
  const count = Math.max(0, word.length - RUN_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => word.slice(at, at + RUN_LENGTH));
}

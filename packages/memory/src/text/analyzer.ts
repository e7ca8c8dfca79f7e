import { foldWords } from './fold-words.js';
import type { Language } from './language.js';

/** Turns texts into the terms that are indexed and searched. */
export interface Analyzer {
  /** The terms of a text in order, repeats included, without stop words. */
  terms(text: string): string[];
  /** The unique terms of a query, at most 32. Accepts any string. */
  queryTerms(text: string): string[];
  /** Terms related to these words, without their own. */
  relatedTerms(words: readonly string[]): string[];
  /** The term of one folded word; `undefined` for a stop word. */
  term(word: string): string | undefined;
}

/** More would cost time and add noise. */
const MAX_QUERY_TERMS = 32;

/** Characters of a query that are read. */
const MAX_QUERY_LENGTH = 4000;

export function createAnalyzer(language: Language): Analyzer {
  const { stopWords, lemmas, related, stem } = language;

  function term(word: string): string | undefined {
    return stopWords.has(word) ? undefined : stem(lemmas.get(word) ?? word);
  }

  function terms(text: string): string[] {
    const found: string[] = [];
    for (const word of foldWords(text)) {
      const each = term(word);
      if (each !== undefined) found.push(each);
    }
    return found;
  }

  return {
    term,
    terms,
    queryTerms(text) {
      return [...new Set(terms(text.slice(0, MAX_QUERY_LENGTH)))].slice(0, MAX_QUERY_TERMS);
    },
    relatedTerms(words) {
      const own = new Set(words.map((word) => term(word)));
      const others = words.flatMap((word) => related.get(lemmas.get(word) ?? word) ?? []);
      const found = new Set(others.map((other) => term(other)));
      return [...found].filter((each): each is string => each !== undefined && !own.has(each));
    },
  };
}

import { unspacedRuns } from '@everlong/core/store-kit';

import { english } from './english.js';
import { foldText, foldWords, words } from './fold-words.js';
import type { Language, LanguageName } from './language.js';
import { languageOf, languages } from './languages.js';

/** Turns texts into the terms that are indexed and searched. */
export interface Analyzer {
  /** The terms of a text in order, repeats included, without the stop words of its language. */
  terms(text: string): string[];
  /** The unique terms of a query, at most 32. Accepts any string. */
  queryTerms(text: string): string[];
  /** Terms related to the words of an English query, without their own. */
  relatedTerms(text: string): string[];
  /** The language of a text; the usual one where no word tells. */
  languageOf(text: string): LanguageName;
}

/** More would cost time and add noise. */
const MAX_QUERY_TERMS = 32;

/** Characters of a query that are read. */
const MAX_QUERY_LENGTH = 4000;

/** Longer words are data, without forms. */
const MAX_LENGTH = 40;

/** Words of one language whose stems are kept. */
const MAX_STEMS = 50_000;

/** @param usual the language of a text that does not tell its own */
export function createAnalyzer(usual: LanguageName = 'english'): Analyzer {
  const stems = new Map([...languages.keys()].map((name) => [name, new Map<string, string>()]));
  const usualLanguage = languages.get(usual) as Language;

  /** The stem of a word in lower case, with its accents: rules know them. */
  function stemOf(language: Language, word: string): string {
    const known = stems.get(language.name) as Map<string, string>;
    const found = known.get(word);
    if (found !== undefined) return found;
    const lemma = language.name === 'english' ? (english.lemmas.get(word) ?? word) : word;
    const stem = foldText(language.stem(lemma)) || word;
    if (known.size >= MAX_STEMS) known.clear();
    known.set(word, stem);
    return stem;
  }

  function termsIn(text: string, language: Language): string[] {
    const isFolded = language.name === 'english';
    const all = isFolded ? foldWords(text) : words(text.normalize('NFKC').toLowerCase());
    return all.flatMap((word) => {
      if (isFolded && word.search(unspacedRuns) >= 0) return word;
      if (word.length > MAX_LENGTH || word.search(unspacedRuns) >= 0) return foldWords(word);
      const isStopWord = language.stopWords.has(isFolded ? word : foldText(word));
      return isStopWord ? [] : stemOf(language, word);
    });
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
    relatedTerms(text) {
      const language = languages.get('english') as Language;
      const own = new Set(termsIn(text, language));
      const others = foldWords(text).flatMap(
        (word) => english.related.get(english.lemmas.get(word) ?? word) ?? [],
      );
      return [...new Set(others.flatMap((other) => termsIn(other, language)))].filter(
        (term) => !own.has(term),
      );
    },
    languageOf: (text) => (languageOf(foldWords(text)) ?? usualLanguage).name,
  };
}

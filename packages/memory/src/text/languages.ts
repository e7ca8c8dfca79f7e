import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as danishWords } from '@orama/stopwords/danish';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as finnishWords } from '@orama/stopwords/finnish';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';

import { englishLemmas, englishStopWords } from './english.js';
import { foldWords } from './fold-words.js';

/** What the analyzer needs of a language. */
export interface Language {
  name: LanguageName;
  /** Words too common to search for, without accents; they also tell which language a text is. */
  stopWords: ReadonlySet<string>;
  /** The stem of a word in lower case: `running` to `run`. */
  stem(word: string): string;
  /**
   * Whether words are found by their parts as well (`Spanischkurs` by `Kurs`). English words are
   * not: their forms are few, and runs of letters find what has nothing to do with the query.
   */
  hasRuns: boolean;
}

/** The languages whose word forms are known. */
export type LanguageName =
  | 'danish'
  | 'dutch'
  | 'english'
  | 'finnish'
  | 'french'
  | 'german'
  | 'italian'
  | 'norwegian'
  | 'portuguese'
  | 'russian'
  | 'spanish'
  | 'swedish';

function language(
  name: LanguageName,
  stem: Language['stem'],
  words: readonly string[],
): [LanguageName, Language] {
  const hasRuns = name !== 'english';
  return [name, { name, stem, hasRuns, stopWords: new Set(words.flatMap(foldWords)) }];
}

/** Word forms by Snowball's rules. English comes first: of languages that fit as well, it is taken. */
export const languages: ReadonlyMap<LanguageName, Language> = new Map([
  language('english', (word) => englishStem(englishLemmas.get(word) ?? word), englishStopWords),
  language('german', german, germanWords),
  language('spanish', spanish, spanishWords),
  language('french', french, frenchWords),
  language('italian', italian, italianWords),
  language('portuguese', portuguese, portugueseWords),
  language('dutch', dutch, dutchWords),
  language('swedish', swedish, swedishWords),
  language('danish', danish, danishWords),
  language('norwegian', norwegian, norwegianWords),
  language('finnish', finnish, finnishWords),
  language('russian', russian, russianWords),
]);

/** Languages by their stop words. */
const byStopWord = new Map<string, Language[]>();
for (const each of languages.values()) {
  for (const word of each.stopWords) {
    byStopWord.set(word, [...(byStopWord.get(word) ?? []), each]);
  }
}

/** So many words tell the language. */
const TELLING_WORDS = 200;

/** The language that most words of a text are stop words of; `undefined` where none is one. */
export function languageOf(words: readonly string[]): Language | undefined {
  const counts = new Map<Language, number>();
  for (const word of words.slice(0, TELLING_WORDS)) {
    for (const each of byStopWord.get(word) ?? []) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  let best: Language | undefined;
  for (const each of languages.values()) {
    if ((counts.get(each) ?? 0) > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = each;
  }
  return best;
}

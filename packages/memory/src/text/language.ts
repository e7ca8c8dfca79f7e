/** What the analyzer needs of a language. */
export interface Language {
  name: LanguageName;
  /** Words too common to search for, without accents; they also tell which language a text is. */
  stopWords: ReadonlySet<string>;
  /** The stem of a word in lower case: `running` to `run`. */
  stem(word: string): string;
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

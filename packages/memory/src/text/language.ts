/** What an analyzer has to know about a language. All words in lower case, without accents. */
export interface Language {
  /** Words that say too little to be searched for. */
  stopWords: ReadonlySet<string>;
  /** Words that ask for a matter and do not name it. */
  askingWords: ReadonlySet<string>;
  /** Irregular forms and the word that stands for them: `went` to `go`. */
  lemmas: ReadonlyMap<string, string>;
  /** Words that a query for one of them looks for as well, at a lower weight. */
  related: ReadonlyMap<string, readonly string[]>;
  /** Questions of a kind, and what texts that answer them hold. */
  cues: readonly { name: string; asks: RegExp; answers: RegExp }[];
  /** Questions about what held once: their answers may hold no more. */
  asksPast: RegExp;
  /** A regular form without its ending: `running` to `run`. */
  stem(word: string): string;
}

/** What the analyzer needs of a language. All words in lower case, without accents. */
export interface Language {
  /** Words too common to search for. */
  stopWords: ReadonlySet<string>;
  /** Words that ask for a matter without naming it. */
  askingWords: ReadonlySet<string>;
  /** Irregular forms and their lemma: `went` to `go`. */
  lemmas: ReadonlyMap<string, string>;
  /** Related words, which a query also searches for at a lower weight. */
  related: ReadonlyMap<string, readonly string[]>;
  /** Kinds of questions, and patterns that their answers match. */
  cues: readonly { name: string; asks: RegExp; answers: RegExp }[];
  /** Questions about the past, whose answers may no longer hold. */
  asksPast: RegExp;
  /** The stem of a regular form: `running` to `run`. */
  stem(word: string): string;
}

import { rootOf } from '../facts/entity-names.js';
import type { Analyzer } from '../text/analyzer.js';
import { type DateMention, dateMentions } from '../text/date-mentions.js';
import { foldWords } from '../text/fold-words.js';

/** What a query asks for. */
export interface ParsedQuery {
  /** Unique terms; speakers' names only if there is nothing else. */
  terms: readonly string[];
  /** Folded words of speakers' names in the query. */
  names: ReadonlySet<string>;
  /** The terms of `names`, for a query that finds nothing else. */
  nameTerms: readonly string[];
  /** Terms of other names of the query's entities. */
  aliasTerms: readonly string[];
  /** All folded words, in order. */
  words: readonly string[];
  dates: readonly DateMention[];
}

/** Characters of a query that are read. */
const MAX_LENGTH = 4000;

export function parseQuery(
  text: string,
  { speakers, aliases }: { speakers: readonly string[]; aliases: ReadonlyMap<string, string> },
  analyzer: Analyzer,
): ParsedQuery {
  const query = text.slice(0, MAX_LENGTH);
  const speakerWords = new Set(speakers.flatMap(foldWords));
  const words = foldWords(query);
  const names = new Set(words.filter((word) => speakerWords.has(word)));
  const nameTerms = new Set(analyzer.queryTerms([...names].join(' ')));
  const all = analyzer.queryTerms(query);
  const others = all.filter((term) => !nameTerms.has(term));
  return {
    terms: others.length > 0 ? others : all,
    names,
    nameTerms: others.length > 0 ? [...nameTerms] : [],
    words,
    aliasTerms: analyzer.queryTerms(otherNames(words, aliases).join(' ')),
    dates: dateMentions(query),
  };
}

/** Names that stand for the same entities as names in the query. */
function otherNames(words: readonly string[], aliases: ReadonlyMap<string, string>): string[] {
  const text = ` ${words.join(' ')} `;
  const isNamed = (name: string): boolean => text.includes(` ${name} `);
  const keys = [...new Set([...aliases.keys(), ...aliases.values()])];
  const roots = new Set(keys.filter(isNamed).map((key) => rootOf(aliases, key)));
  return keys.filter((key) => roots.has(rootOf(aliases, key)) && !isNamed(key));
}

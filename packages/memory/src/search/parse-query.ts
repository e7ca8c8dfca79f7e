import { rootOf } from '../facts/entity-names.js';
import type { Analyzer } from '../text/analyzer.js';
import { type DateMention, dateMentions } from '../text/date-mentions.js';
import { english } from '../text/english.js';
import { foldWords } from '../text/fold-words.js';

/** What a query asks for. */
export interface ParsedQuery {
  /** Unique terms; speakers' names only if there is nothing else. */
  terms: readonly string[];
  /** Those of `terms` that name a matter instead of just asking. */
  matterTerms: readonly string[];
  /** Terms related to these. */
  relatedTerms: readonly string[];
  /** Folded words of speakers' names in the query. */
  names: ReadonlySet<string>;
  /** The terms of `names`, for a query that finds nothing else. */
  nameTerms: readonly string[];
  /** Terms of other names of the query's entities. */
  aliasTerms: readonly string[];
  /** All folded words, in order. */
  words: readonly string[];
  /** Whether it asks about the user. */
  isAboutUser: boolean;
  dates: readonly DateMention[];
  /** Patterns that an answer matches. */
  cues: readonly { name: string; answers: RegExp }[];
  asksPast: boolean;
}

/** More would slow the search down and add noise. */
const MAX_RELATED_TERMS = 24;

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
  const isEnglish = analyzer.languageOf(query) === 'english';
  const askingTerms = new Set(
    isEnglish ? analyzer.queryTerms([...english.askingWords].join(' ')) : [],
  );
  const others = all.filter((term) => !nameTerms.has(term));
  const terms = others.length > 0 ? others : all;
  const related = isEnglish ? analyzer.relatedTerms(query) : [];
  return {
    terms,
    matterTerms: terms.filter((term) => !askingTerms.has(term)),
    names,
    nameTerms: terms === all ? [] : [...nameTerms],
    relatedTerms: related.filter((term) => !terms.includes(term)).slice(0, MAX_RELATED_TERMS),
    words,
    aliasTerms: analyzer.queryTerms(otherNames(words, aliases).join(' ')),
    isAboutUser: isEnglish && english.firstPerson.test(query),
    dates: dateMentions(query),
    cues: isEnglish ? english.cues.filter(({ asks }) => asks.test(query.trim())) : [],
    asksPast: isEnglish && english.asksPast.test(query),
  };
}

/** Names that stand for the same entities as names in the query. */
function otherNames(words: readonly string[], aliases: ReadonlyMap<string, string>): string[] {
  if (aliases.size === 0) return [];
  const text = ` ${words.join(' ')} `;
  const isNamed = (name: string): boolean => text.includes(` ${name} `);
  const keys = [...new Set([...aliases.keys(), ...aliases.values()])];
  const roots = new Set(keys.filter(isNamed).map((key) => rootOf(aliases, key)));
  return keys.filter((key) => roots.has(rootOf(aliases, key))).filter((name) => !isNamed(name));
}

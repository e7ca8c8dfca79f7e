import { topicsOf } from '../claims/topics.js';
import { rootOf } from '../facts/entity-names.js';
import type { Analyzer } from '../text/analyzer.js';
import { type DateMention, dateMentions } from '../text/date-mentions.js';
import { foldWords } from '../text/fold-words.js';
import type { Language } from '../text/language.js';

/** What a query asks for. */
export interface ParsedQuery {
  /** The part of it that is read. */
  text: string;
  /** Unique terms; speakers' names only if there is nothing else. */
  terms: readonly string[];
  /** Those of `terms` that name a matter instead of just asking. */
  matterTerms: readonly string[];
  /** Terms related to these. */
  relatedTerms: readonly string[];
  /** Folded words of speakers' names in the query. */
  names: ReadonlySet<string>;
  /** Names as written in the query, each as folded words. */
  fullNames: readonly (readonly string[])[];
  /** The terms of `names`, for a query that finds nothing else. */
  nameTerms: readonly string[];
  /** Terms of other names of the query's entities. */
  aliasTerms: readonly string[];
  /** All folded words. */
  words: ReadonlySet<string>;
  /** Whether it asks about the user. */
  isAboutUser: boolean;
  dates: readonly DateMention[];
  /** Patterns that an answer matches. */
  cues: readonly { name: string; answers: RegExp }[];
  asksPast: boolean;
  /** Whether it asks for what holds, not for what happened. */
  asksState: boolean;
  /** Whether it asks for whatever is known of something: `what about the boat?`, `boat`. */
  isOpen: boolean;
  /** Whether it asks for several values: `which languages`. */
  asksMany: boolean;
  /** The term of the noun after `which`. */
  asked: string | undefined;
  /** What it is about. */
  topics: ReadonlySet<string>;
}

/** More would slow the search down and add noise. */
const MAX_RELATED_TERMS = 24;

/** Characters of a query that are read. */
const MAX_LENGTH = 4000;

/** Capitalized words that start no sentence, with the kin before them. */
const properName =
  /(?<=\b(?:my|our) )[\p{Ll}-]+ \p{Lu}\p{L}+|(?<=[\p{L}\p{N},] )(?!I\b)\p{Lu}[\p{L}'-]*\p{L}(?: \p{Lu}[\p{L}-]+)*/gu;

export function parseQuery(
  text: string,
  { speakers, aliases }: { speakers: readonly string[]; aliases: ReadonlyMap<string, string> },
  { analyzer, language }: { analyzer: Analyzer; language: Language },
): ParsedQuery {
  const query = text.slice(0, MAX_LENGTH);
  const speakerWords = new Set(speakers.flatMap(foldWords));
  const words = foldWords(query);
  const names = new Set(words.filter((word) => speakerWords.has(word)));
  const nameTerms = new Set(analyzer.queryTerms([...names].join(' ')));
  const all = analyzer.queryTerms(query);
  const askingTerms = new Set(analyzer.queryTerms([...language.askingWords].join(' ')));
  const others = all.filter((term) => !nameTerms.has(term));
  const terms = others.length > 0 ? others : all;
  return {
    text: query,
    terms,
    matterTerms: terms.filter((term) => !askingTerms.has(term)),
    names,
    fullNames: (query.match(properName) ?? []).map(foldWords),
    nameTerms: terms === all ? [] : [...nameTerms],
    relatedTerms: analyzer
      .relatedTerms(words)
      .filter((term) => !terms.includes(term))
      .slice(0, MAX_RELATED_TERMS),
    words: new Set(words),
    aliasTerms: analyzer.queryTerms(otherNames(words, aliases).join(' ')),
    isAboutUser: /\b(?:I|me|my|mine|myself|we|us|our|ours|(?:the )?user)\b/i.test(query),
    dates: dateMentions(query),
    cues: language.cues.filter(({ asks }) => asks.test(query.trim())),
    asksPast: language.asksPast.test(query),
    asksState: !/\b(?:did|was|were|had)\b/i.test(query),
    isOpen:
      words.length <= 2 ||
      /\b(?:what|how|know|remember|tell me) (?:[\p{L}]+ )?about\b/iu.test(query),
    asksMany:
      /\b(?:which|what) (?:\p{L}+ )?\p{L}{2,}[^s\W]s (?:do|are|have|can|could|may|must|should|did|will)\b|\b(?:(?:what|who) are|list|all) (?:my|our|the)\b/iu.test(
        query,
      ),
    asked: analyzer.queryTerms(/\b(?:which|what) (\p{L}+)/iu.exec(query)?.[1] ?? '')[0],
    topics: topicsOf(terms, query),
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

import { foldWords } from '../text/fold-words.js';
import { being, pronouns } from './clause-words.js';
import type { Claim } from './read-claims.js';
import { topicsOf } from './topics.js';

/** Words of a clause that stand together. */
export interface Phrase {
  /** The preposition before it, `subject`, or `object`. */
  role: string;
  /** Whether `the`, `my` or the like leads to it. */
  isDefinite: boolean;
  terms: readonly string[];
  topics: ReadonlySet<string>;
}

const determiner =
  /^(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|every|each|both|all)$/;

const preposition =
  /^(?:in|at|on|of|for|to|from|with|by|as|via|into|onto|over|under|through|during|after|before|since|until|about|because|despite)$/;

export function isPreposition(word: string): boolean {
  return preposition.test(word);
}

export function isDefiniteWord(word: string): boolean {
  return /^(?:the|my|our|your|his|her|their|this|that)$/.test(word);
}

/** The phrases of a claim, cut at articles, prepositions, pronouns and everyday verbs. */
export function phrasesOf(
  { bareWords, text }: Claim,
  termsOf: (text: string) => string[],
): Phrase[] {
  const all = foldWords(text);
  const phrases: Phrase[] = [];
  let role = 'subject';
  let isDefinite = false;
  let words: string[] = [];
  const close = (): void => {
    const joined = words.join(' ');
    const terms = termsOf(joined);
    if (terms.length > 0) {
      phrases.push({ role, isDefinite, terms, topics: topicsOf(terms, joined) });
    }
    words = [];
  };
  // `bareWords` lack an opening such as `In Hamburg`.
  for (const word of preposition.test(all[0] ?? '') ? all : bareWords) {
    if (preposition.test(word)) {
      close();
      [role, isDefinite] = [word, false];
    } else if (determiner.test(word)) {
      if (words.length > 0) {
        close();
        role = 'object';
      }
      isDefinite = isDefiniteWord(word);
    } else if (being.test(word) || pronouns.has(word)) {
      close();
      [role, isDefinite] = ['object', false];
    } else words.push(word);
  }
  close();
  return phrases;
}

import { isConditional, isOrder } from './read-order.js';

/** A part of a sentence with its own statement, contractions expanded. */
export interface Clause {
  text: string;
  /** Whether it follows from the previous clause: `so`, `which is why`. */
  follows: boolean;
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/[’‘`]/g, "'"],
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\blet's\b/gi, 'let us'],
  [/\bain't\b/gi, 'is not'],
  [/n't\b/gi, ' not'],
  [/\b(I)'m\b/gi, '$1 am'],
  [/\bim\b/gi, 'I am'],
  [/\b(I|you|we|they)'ve\b/gi, '$1 have'],
  [/\b(I|you|he|she|it|we|they)'ll\b/gi, '$1 will'],
  [/\b(I|you|he|she|it|we|they)'d\b/gi, '$1 would'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(he|she|it|that|there|here|what|who|where|everything)'s\b/gi, '$1 is'],
  [
    /\b([A-Z]\p{L}+|\b(?:sister|brother|wife|husband|mother|mom|father|dad|son|daughter|friend|boss|partner))'s (?=(?:now|still|currently|no longer|not|living|working|moved|moving|based|allergic|called|a|an|the|in|at|been|got|getting|joined|just|married|vegan|vegetarian|afraid|left|switched|\d)\b)/gu,
    '$1 is ',
  ],
];

/** What separates two clauses: the next one starts with a subject, or with a verb of the same. */
const boundary = new RegExp(
  [
    '\\s*(?:[;–—]|\\s--?\\s)\\s*',
    ',?\\s+(?:and|but|though|although|while|whereas|yet|then|plus|so|which is why|that is why|therefore|hence|because|since)\\s+(?=(?:I|we|my|our|she|he|it|they|the|that|this|there)\\b|(?:[A-Z]\\p{L}+)\\s+(?:is|was|has|lives|works|moved|likes|loves)\\b)',
    ',?\\s+(?:and|but)\\s+(?:then\\s+)?(?=(?:now|just|recently|currently|also|started|joined|moved|relocated|switched|settled|live|lives|work|works|use|have|am|is|got|adopted|bought|took|left|quit|accepted|became|prefer|like|love|hate|not|could|would|can|will|should|handed|said|signed|gave|went|goodbye)\\b)',
    ',?\\s+(?:and|but)\\s+(?=\\p{L}+ed\\s+(?:to|at|in|with)\\b)',
    ',\\s+(?=(?:I|we|it|my|our|she|he|they|home)\\s+)',
    ':\\s+(?=(?:I|we|my|our|the)\\s)',
    ',\\s+(?:so|hence|which is why)\\s+',
    ',\\s+(?=(?:the|that|this)\\s+(?:\\p{L}+\\s+){1,4}(?:is|was|are|were|\\p{L}+s|has|will)\\b)',
  ].join('|'),
  'giu',
);

/** `isn't` to `is not`, spaces to one each. */
export function expandContractions(sentence: string): string {
  let text = sentence;
  for (const [pattern, whole] of contractions) text = text.replace(pattern, whole);
  return text.replace(/\s+/g, ' ').trim();
}

/** Where, when or for what. */
const circumstance = /^(?:in|at|on|for|with|during)(?: [\p{L}\p{N}'-]+){1,3}$/iu;

/** Whether something new is said after an order, instead of when, why or for what else it holds. */
function endsOrder(order: string, between: string, next: string): boolean {
  if (/[;–—]|\s--?\s/.test(between)) return true;
  if (isConditional(order) || !/^(?:,\s+|,?\s+(?:and|but)\s+)$/i.test(between)) return false;
  return /^(?:I|we|she|he|they|it) |^(?:my|our) (?:\S+ ){1,3}is /i.test(next);
}

/** Splits a sentence where a new statement starts. */
export function splitClauses(sentence: string): Clause[] {
  const text = expandContractions(sentence);
  const clauses: Clause[] = [];
  let from = 0;
  let follows = false;
  for (const match of text.matchAll(boundary)) {
    // `In the story, I live in Atlantis`: where a clause holds is part of it.
    if (circumstance.test(text.slice(from, match.index))) continue;
    const part = text.slice(from, match.index);
    if (isOrder(part) && !endsOrder(part, match[0], text.slice(match.index + match[0].length))) {
      continue;
    }
    clauses.push({ text: part.trim(), follows });
    from = match.index + match[0].length;
    follows = /\b(?:so|why|therefore|hence)\b/i.test(match[0]);
  }
  clauses.push({ text: text.slice(from).trim(), follows });
  return clauses.filter((clause) => clause.text !== '');
}

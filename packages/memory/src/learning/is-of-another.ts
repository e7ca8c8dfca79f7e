import { peopleIn } from '../claims/people.js';
import { type Claim, readClaims } from '../claims/read-claims.js';
import { splitSentences } from '../extraction/split-sentences.js';
import type { Statement } from '../extraction/statement.js';
import { foldWords } from '../text/fold-words.js';
import { givenNames } from '../text/given-names.js';

/**
 * Whether a message says of another person, or only asks, what a model takes for a fact about its
 * speaker: `My sister lives in Rome`, `She lives in Rome`, `Shall I move to Rome?`
 *
 * @param statement with its place in the text
 */
export function isOfAnother(
  said: { text: string; speaker: string },
  { subject, object, start, end }: Pick<Statement, 'subject' | 'object' | 'start' | 'end'>,
  termsOf: (text: string) => string[],
): boolean {
  if (subject !== 'I') return false;
  const value = foldWords(object);
  const quoted = splitSentences(said.text).filter((each) => each.start < end && start < each.end);
  const stating = readClaims(said, termsOf).filter(
    (claim) =>
      claim.start < end &&
      start < claim.start + claim.sentence.length &&
      value.every((word) => claim.words.has(word)),
  );
  // What only asks claims nothing.
  if (stating.length === 0) return quoted.length > 0 && quoted.every(({ text }) => asks(text));
  return stating.every(isOnPerson);
}

function asks(sentence: string): boolean {
  return /\?["')]*$/.test(sentence);
}

/**
 * Things may be the speaker's: `Postgres is out` is about the database of whoever says so, and `they`
 * may be an employer.
 */
function isOnPerson({ subject: { kind, words, isPronoun }, text }: Claim): boolean {
  if (isPronoun) return /^\s*s?he\b/iu.test(text);
  if (kind !== 'other') return false;
  return [...words].some((word) => givenNames.has(word)) || peopleIn([...words].join(' ')).size > 0;
}

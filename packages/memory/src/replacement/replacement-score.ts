import type { AskedQuestion } from '../claims/asked-question.js';
import { sharedTopics } from '../vocabulary/read-topics.js';
import { namesAnother } from './names-another.js';
import type { Claim } from '../claims/read-claims.js';
import { type PairSigns, replacementSigns } from './replacement-signs.js';
import {
  areToldApart,
  type ClaimContext,
  haveOtherOwners,
  isAsideOf,
  isElsewhere,
} from './same-matter.js';
import { MAX_SENTENCE_LENGTH } from '../extraction/split-sentences.js';
import { replacementWeights } from './replacement-weights.js';
import type { StatedMessage } from '../claims/stated-message.js';

/** From here on a message shares a topic with the question. */
const MIN_TOPIC = 0.3;

/** From here on two messages do. */
const RELATED_TOPIC = 0.5;

/** In statements of so few words, those that tell things apart are reliable. */
const FEW_TERMS = 8;

/** Where or when something holds. */
const elsewhere =
  /^(?:local(?:ly)?|dev|development|staging|prod|production|test|testing|preview|weekends?|weekdays?|summer|winter|mornings?|evenings?)$/;

/** A message as it is compared with others. */
export interface ReadMessage {
  stated: StatedMessage;
  claims: readonly Claim[];
}

/**
 * How likely a later message of a speaker replaces what an earlier one says on the question, as the
 * logarithm of the odds.
 *
 * @param isSuperseded whether rules say of one of their claims that it does
 */
export function replacementScore(
  question: AskedQuestion,
  earlier: ReadMessage,
  later: ReadMessage,
  { context, isSuperseded }: { context: ClaimContext; isSuperseded: boolean },
): number {
  const signs = compareMessages(question, earlier, later, context);
  if (signs === undefined) return -Infinity;
  const names = Object.keys(signs) as (keyof PairSigns)[];
  const { bias, superseded, ...weights } = replacementWeights;
  return names.reduce(
    (sum, name) => sum + weights[name] * signs[name],
    bias + (isSuperseded ? superseded : 0),
  );
}

/**
 * The signs of a pair; none where the later message states nothing, or says in few words that it
 * is on another owner, part, place or time.
 */
export function compareMessages(
  question: AskedQuestion,
  earlier: ReadMessage,
  later: ReadMessage,
  context: ClaimContext,
): PairSigns | undefined {
  if (later.stated.own === '') return undefined;
  const isByValue = isAskedByValue(question, earlier.stated, later.stated);
  const isApart = areAllApart(earlier.claims, later.claims, context);
  const isReliable = later.stated.terms.size <= FEW_TERMS && !later.stated.corrected;
  if ((isByValue || isApart) && isReliable) return undefined;
  const signs = replacementSigns(question, earlier.stated, later.stated);
  const isRelated = signs.sharedWords > 0 || signs.topicOfBoth >= RELATED_TOPIC;
  return {
    ...signs,
    askedByValue: is(isByValue),
    apart: is(isApart),
    aboutOthers: aboutOthers(question, earlier.stated, later.claims),
    noClaim: is(
      later.claims.length === 0 &&
        later.stated.sentences === 1 &&
        later.stated.own.length <= MAX_SENTENCE_LENGTH,
    ),
    unrelated: is(!isRelated && !isRelevant(question, earlier.stated)),
  };
}

/** Whether a message shares a word or a topic with the question. */
export function isRelevant(
  question: AskedQuestion,
  { allTerms, allTopics }: StatedMessage,
): boolean {
  return (
    [...question.terms].some((term) => allTerms.has(term)) ||
    sharedTopics(question.topics, allTopics) >= MIN_TOPIC
  );
}

function aboutOthers(
  question: AskedQuestion,
  earlier: StatedMessage,
  claims: readonly Claim[],
): number {
  if (claims.length === 0) return 0;
  const isKnown = (word: string): boolean => question.words.has(word) || earlier.words.has(word);
  const foreign = claims.filter(
    ({ subject: { kind, words } }) => kind === 'other' && ![...words].some(isKnown),
  );
  return foreign.length / claims.length;
}

/** `How far do I run on Tuesdays?`: the question names a value of the earlier message alone. */
function isAskedByValue(
  { words, names }: AskedQuestion,
  earlier: StatedMessage,
  later: StatedMessage,
): boolean {
  const isThere = (word: string): boolean => elsewhere.test(word) && earlier.words.has(word);
  if (!later.happened && [...words].some((word) => isThere(word) && !later.words.has(word))) {
    return true;
  }
  const lacksName = [...names].some((name) => earlier.words.has(name) && !later.words.has(name));
  const isNamed = [...later.ownNames].some((name) => !earlier.words.has(name) && !words.has(name));
  if (lacksName && !later.isOpen && (isNamed || !later.happened)) return true;
  return earlier.values.some(
    ({ kind, key }) =>
      kind !== 'name' &&
      kind !== 'word' &&
      key.split(' ').every((word) => words.has(word) || words.has(`${word}s`)) &&
      !later.values.some((other) => other.key === key),
  );
}

/** Every statement of the later message is about something else than those of the earlier. */
function areAllApart(
  earlier: readonly Claim[],
  later: readonly Claim[],
  context: ClaimContext,
): boolean {
  if (earlier.length === 0 || later.length === 0) return false;
  if (later.every(({ isPast }) => isPast)) return true;
  return later.every((claim) =>
    earlier.every(
      (other) =>
        isElsewhere(claim, other) ||
        haveOtherOwners(claim, other) ||
        areToldApart(claim, other, context.matter) ||
        isAsideOf(claim, other, context.matter) ||
        namesAnother(claim, other, context),
    ),
  );
}

function is(value: boolean): number {
  return value ? 1 : 0;
}

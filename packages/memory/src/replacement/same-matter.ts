import { english } from '../text/english.js';
import { hasOnlyLonger } from '../text/longer-name.js';
import { being, joining, pronouns } from '../claims/clause-words.js';
import type { Claim } from '../claims/read-claims.js';

/** What a question asks for, as far as words tell. */
export interface Matter {
  /** All words, folded. */
  words: ReadonlySet<string>;
  terms: ReadonlySet<string>;
  topics: ReadonlySet<string>;
  /** Whether it asks for what holds, not for what happened. */
  isState: boolean;
  /** Whether it asks for whatever is known of something. */
  isOpen: boolean;
  /** Whether it asks for several values. */
  asksMany: boolean;
  /** Whether it asks two questions or more, so that two claims on it may be on different ones. */
  asksTwo: boolean;
  /** The term of what it asks `which` of. */
  asked: string | undefined;
}

export interface ClaimContext {
  /** Everybody and everything named that some claim is about. */
  subjects: readonly ReadonlySet<string>[];
  matter: Matter;
  termsOf(text: string): string[];
}

/** Verbs and nouns that are true of many things at a time. */
export const manyValued = new Set(
  'like love enjoy use own have speak play eat know want need go get make thing new first last'
    .split(' ')
    .map((word) => english.stem(word)),
);

/** Both are on what is asked for, and nothing tells them apart. */
export function isOnSameMatter(later: Claim, earlier: Claim, { matter }: ClaimContext): boolean {
  if (!isAboutMatter(matter, earlier)) return false;
  const isShared = matter.asksTwo
    ? overlaps(later.topics, earlier.topics)
    : isAboutMatter(matter, later);
  const isOnIt = isShared || sharedTerms(later, earlier).length > 0;
  return isOnIt && !areToldApart(later, earlier, matter);
}

/** Whether a claim shares a word that says something, or a topic, with what is asked for. */
export function isAboutMatter({ terms, topics }: Matter, claim: Claim): boolean {
  return (
    [...claim.terms].some((term) => terms.has(term) && !manyValued.has(term)) ||
    overlaps(topics, claim.topics)
  );
}

/** They are about different things: `the auth service` and `the billing service`. */
export function areToldApart(later: Claim, earlier: Claim, { terms }: Matter): boolean {
  const [one, other] = [subjectNoun(later), subjectNoun(earlier)];
  if (isAnotherThing(one, other, terms)) return true;
  return one.length > 1 && other.length > 1 && one.at(-1) === other.at(-1) && one[0] !== other[0];
}

/** The question names the thing that the later claim is about, and the earlier is about another. */
export function isAsideOf(later: Claim, earlier: Claim, { terms }: Matter): boolean {
  return isAnotherThing(subjectNoun(earlier), subjectNoun(later), terms);
}

/** `the login of the wiki` and `the login of the shop`: one thing of two owners. */
export function haveOtherOwners(later: Claim, earlier: Claim): boolean {
  const [one, other] = [thingOf(later), thingOf(earlier)];
  return (
    overlaps(one, other) &&
    [...one].some((word) => !other.has(word)) &&
    [...other].some((word) => !one.has(word))
  );
}

/** The words that name what a claim is about, if it begins with them. */
function thingOf({ bareWords }: Claim): Set<string> {
  const end = bareWords.findIndex((word) => being.test(word));
  const before = end < 0 ? [] : bareWords.slice(0, end);
  if (before.some((word) => pronouns.has(word))) return new Set();
  return new Set(before.filter((word) => !joining.has(word) && !adjective.test(word)));
}

/** The question names the thing that the earlier claim is about, and the later is about another. */
function isAnotherThing(
  later: readonly string[],
  earlier: readonly string[],
  terms: ReadonlySet<string>,
): boolean {
  const [one, other] = [later, earlier].map((words) => words.map((word) => english.stem(word)));
  if (one === undefined || other === undefined || one.length === 0) return false;
  return (
    other.some((term) => terms.has(term)) &&
    !one.some((term) => terms.has(term) || other.includes(term))
  );
}

const adjective = /^(?:new|old|current|actual|correct|right|latest|updated|revised|final)$/;

/** `the billing service is on`: billing, service. */
export function subjectNoun({ bareWords }: Claim): readonly string[] {
  if (!/^(?:the|our|my|this|your)$/.test(bareWords[0] ?? '')) return [];
  const end = bareWords.findIndex((word) => being.test(word));
  return end < 2 ? [] : bareWords.slice(1, end).filter((word) => !adjective.test(word));
}

/** Where something holds: the same thing may differ elsewhere. */
const elsewhere =
  /\b(?:local(?:ly)?|dev(?:elopment)?|staging|prod(?:uction)?|test(?:ing)?|preview|weekends?|weekdays?|summer|winter|mornings?|evenings?)\b/giu;

export function isElsewhere(later: Claim, earlier: Claim): boolean {
  const [one, other] = [places(later), places(earlier)];
  return one.size > 0 && other.size > 0 && ![...one].some((place) => other.has(place));
}

function places({ text }: Claim): Set<string> {
  return new Set((text.match(elsewhere) ?? []).map((place) => place.slice(0, 4).toLowerCase()));
}

export function sharedTerms(later: Claim, earlier: Claim): string[] {
  const shared = [...later.terms].filter(
    (term) => earlier.terms.has(term) && !manyValued.has(term),
  );
  return shared.length === 0 ? shared : withoutLikeNames(shared, later, earlier);
}

/** Terms without those of names that the later claim has in longer ones alone: `Leo`, `the Leo H`. */
export function withoutLikeNames(
  terms: readonly string[],
  later: Claim,
  { values }: Claim,
): string[] {
  const others = new Set(
    values
      .filter(({ text }) => hasOnlyLonger(later.whole, text))
      .flatMap(({ key }) => key.split(' ').map((word) => english.stem(word))),
  );
  return terms.filter((term) => !others.has(term));
}

function overlaps<Each>(one: ReadonlySet<Each>, other: ReadonlySet<Each>): boolean {
  return [...one].some((each) => other.has(each));
}

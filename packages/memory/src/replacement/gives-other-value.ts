import { predicateOf } from '../facts/predicates.js';
import { denies } from '../claims/change-signs.js';
import { being } from '../claims/clause-words.js';
import { areOfOneKind, type ClaimValue } from '../claims/claim-values.js';
import { hasOnlyLonger } from '../text/longer-name.js';
import { isOtherValue, says } from './former-values.js';
import type { Claim } from '../claims/read-claims.js';
import {
  areToldApart,
  type ClaimContext,
  isAboutMatter,
  manyValued,
  sharedTerms,
  subjectNoun,
} from './same-matter.js';

/**
 * It states the old value and another of its kind: only one of them is the answer. A mention in a
 * task states nothing: `walk Rex with Anna`.
 */
export function restates(later: Claim, { values, subject }: Claim): boolean {
  if (!later.isChange && !later.bareWords.some((word) => being.test(word))) return false;
  return values.some(
    (value) =>
      !subject.words.has(value.key) &&
      says(later.text, value.key) &&
      !hasOnlyLonger(later.text, value.text) &&
      later.values.some((other) => isOtherValue(other, { values }, value)),
  );
}

/** A value that may take the earlier one's place; words may, where neither has another value. */
export function hasOtherValue(later: Claim, earlier: Claim): boolean {
  if (earlier.values.every(({ kind }) => kind === 'word')) return true;
  return (
    later.values.some(
      (value) =>
        !earlier.values.some(({ key }) => key === value.key) &&
        earlier.values.some((other) => areOfOneKind(value, other)),
    ) ||
    (later.values.length === 0 && sharedTerms(later, earlier).length > 0) ||
    earlier.values.every((value) => later.values.some(({ key }) => key === value.key))
  );
}

/** `kick-off is January 12`, `kick-off slid to January 19`: a question for one value has one answer. */
export function isSameAnswer(later: Claim, earlier: Claim, { matter }: ClaimContext): boolean {
  if (matter.asksMany || denies(later.text) || areToldApart(later, earlier, matter)) return false;
  const named = [...matter.terms].filter((term) => !manyValued.has(term));
  const shared = named.filter((term) => earlier.terms.has(term));
  return (
    shared.length > 0 &&
    named.every((term) => earlier.terms.has(term) === later.terms.has(term)) &&
    later.values.some((value) => earlier.values.some((other) => isExact(value, other)))
  );
}

/** A value of the same kind, and no matter of its own: `no wait, 9102`, `make that 45`. */
export function isBareCorrection(
  later: Claim,
  earlier: Claim,
  { matter, termsOf }: ClaimContext,
): boolean {
  if (!isAboutMatter(matter, earlier)) return false;
  const values = new Set(later.values.flatMap(({ text }) => termsOf(text)));
  const own = [...later.terms].filter((term) => !values.has(term) && !earlier.terms.has(term));
  const noun = termsOf(subjectNoun(later).join(' '));
  const isAlike = later.values.some((value) =>
    earlier.values.some((old) => old.kind === 'code' && shapeOf(old) === shapeOf(value)),
  );
  return (
    own.length <= (later.corrects ? 3 : isAlike ? 5 : 2) &&
    noun.every((term) => earlier.terms.has(term)) &&
    later.values.some((value) => earlier.values.some((other) => isExact(value, other)))
  );
}

/** `eu-west-1` and `eu-central-1` look alike. */
function shapeOf({ kind, text }: ClaimValue): string | undefined {
  return kind === 'code' ? text.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '9') : undefined;
}

function isExact(value: ClaimValue, other: ClaimValue): boolean {
  return (
    value.kind === other.kind &&
    value.kind !== 'name' &&
    value.key !== other.key &&
    areOfOneKind(value, other)
  );
}

/** `my commute is 15 minutes`, `my commute is 50 minutes`: nothing can be both. */
export function isSameFrame(
  later: Claim,
  earlier: Claim,
  { matter, termsOf }: ClaimContext,
): boolean {
  const end = later.bareWords.findIndex((word, index) => word !== earlier.bareWords[index]);
  const head = end < 0 ? later.bareWords : later.bareWords.slice(0, end);
  const rests = [later.bareWords.slice(head.length), earlier.bareWords.slice(head.length)];
  if (rests.some(({ length }) => length === 0 || length > 8) || later.adds) return false;
  const content = termsOf(head.join(' '));
  if (content.length === 0) return false;
  const isOwned = /^(?:my|our|the|this|his|her|their)$/.test(head[0] ?? '') || head[1] === 's';
  if (later.saysChange) {
    return isOwned || content.some((term) => !manyValued.has(term));
  }
  const verb = head.findIndex((word) => /^(?:is|are)$/.test(word));
  if (!isOwned || verb < 2) return false;
  if (rests.every(([first = '']) => /\d/.test(first))) return true;
  const areValues = [later, earlier].every(({ values }) => values.length > 0);
  return (
    matter.isState &&
    verb === head.length - 1 &&
    areValues &&
    predicateOf(head.slice(1, verb).join(' ')).cardinality === 'one'
  );
}

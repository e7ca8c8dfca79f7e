import { endsValue } from '../claims/change-signs.js';
import { areOfOneKind, type ClaimValue } from '../claims/claim-values.js';
import { says } from './former-values.js';
import type { Claim } from '../claims/read-claims.js';
import { type ClaimContext, withoutLikeNames } from './same-matter.js';

/** It names a value of the earlier claim as one that is over, or says that its matter is. */
export function isOver(later: Claim, earlier: Claim, { matter, termsOf }: ClaimContext): boolean {
  if (earlier.ended.length > 0) return false;
  const isNamed =
    matter.isState &&
    later.isChange &&
    earlier.values.some((value) => endsValue(later.whole, value.text) || makesRoom(later, value));
  if (isNamed) return true;
  const over = termsOf(later.ended.join(' '));
  if (over.length === 0) return false;
  const common = over.filter((term) => earlier.terms.has(term));
  const shared = withoutLikeNames(common, later, earlier);
  return shared.length > 0 && 2 * shared.length >= over.length;
}

/** `Crete fell through, we're flying to Malta`: what is said of one value makes room for another. */
export function makesRoom(later: Claim, value: ClaimValue): boolean {
  return (
    value.kind !== 'number' &&
    later.subject.kind !== 'other' &&
    later.whole.startsWith(value.text) &&
    !says(later.text, value.key) &&
    later.values.some((other) => other.key !== value.key && areOfOneKind(other, value))
  );
}

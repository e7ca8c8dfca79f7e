import { haveOtherOwners, areToldApart, isElsewhere, isOn, sharedTerms } from './same-matter.js';
import type { ClaimContext } from './same-matter.js';
import { namesAnother } from './names-another.js';
import type { Claim } from './read-claims.js';

/**
 * Whether the claims of a later message may have taken the place of those of an earlier one, in
 * whatever words: they tell of something that happened, are on the same matter, and nothing tells
 * them apart. That is not certain: the earlier ones are marked and not hidden.
 *
 * @param isFact whether a fact was learned from the earlier message, and still holds: then the
 *   later one must say in so many words that something changed
 */
export function mayOutdate(
  later: readonly Claim[],
  earlier: readonly Claim[],
  context: ClaimContext,
  isFact: boolean,
): boolean {
  const { matter } = context;
  const isNews = later.some((claim) => (isFact ? claim.saysChange : claim.isChange));
  if (!matter.isState || matter.isOpen || matter.asksMany) return false;
  if (!isNews || !earlier.some((claim) => isOn(matter, claim))) {
    return false;
  }
  const isLinked =
    later.some((claim) => isOn(matter, claim)) ||
    later.some((claim) => earlier.some((other) => areRelated(claim, other)));
  return (
    isLinked && later.some((claim) => earlier.some((other) => mayTakePlace(claim, other, context)))
  );
}

/** The question names whom the earlier claim is about, and the later one is about another. */
function isOfAnother(later: Claim, { subject }: Claim, { matter }: ClaimContext): boolean {
  if (subject.kind !== 'other' || later.subject.isPronoun || later.subject.isIt) return false;
  const asked = [...subject.words].filter((word) => matter.words.has(word));
  return asked.length > 0 && !asked.some((word) => later.words.has(word));
}

function areRelated(later: Claim, earlier: Claim): boolean {
  return (
    sharedTerms(later, earlier).length > 0 ||
    [...later.topics].some((topic) => earlier.topics.has(topic))
  );
}

function mayTakePlace(later: Claim, earlier: Claim, context: ClaimContext): boolean {
  if (later.isHearsay || later.isAsked || later.isPast || later.adds) return false;
  return !(
    isElsewhere(later, earlier) ||
    haveOtherOwners(later, earlier) ||
    areToldApart(later, earlier, context.matter) ||
    namesAnother(later, earlier, context) ||
    isOfAnother(later, earlier, context)
  );
}

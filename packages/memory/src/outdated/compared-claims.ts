import type { StoredDocument } from '@everlong/core';

import type { Claim } from '../claims/read-claims.js';
import { isAboutMatter, type Matter } from '../replacement/same-matter.js';

/**
 * So many claims of a recall are compared with one another: a pair takes microseconds, and every
 * pair of messages has the product of their claims.
 */
export const MAX_COMPARED_CLAIMS = 192;

/**
 * The claims of each message that are compared with those of others: all, or where there are more
 * than `MAX_COMPARED_CLAIMS`, as many of each longer message as fit; those on the question first,
 * then those that tell of a change.
 */
export function comparedClaims(
  read: ReadonlyMap<StoredDocument, readonly Claim[]>,
  matter: Matter,
): Map<StoredDocument, readonly Claim[]> {
  const share = fairShare([...read.values()].map(({ length }) => length));
  return new Map(
    [...read].map(([document, claims]) => [document, mostRelevant(claims, share, matter)]),
  );
}

/** How many claims each message may have, so that all together have no more than the limit. */
function fairShare(counts: readonly number[]): number {
  let left = MAX_COMPARED_CLAIMS;
  for (const [at, count] of counts.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (counts.length - at));
    if (count > share) return share;
    left -= count;
  }
  return Infinity;
}

function mostRelevant(claims: readonly Claim[], share: number, matter: Matter): readonly Claim[] {
  if (claims.length <= share) return claims;
  const relevance = (claim: Claim): number =>
    2 * Number(isAboutMatter(matter, claim)) + Number(claim.isChange);
  const best = claims
    .map((claim) => ({ claim, rank: relevance(claim) }))
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, share);
  const chosen = new Set(best.map(({ claim }) => claim));
  return claims.filter((claim) => chosen.has(claim));
}

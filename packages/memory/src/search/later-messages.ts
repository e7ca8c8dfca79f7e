import type { StoredDocument } from '@everlong/core';

import type { DocumentSearch } from './find-documents.js';
import { inverseFrequency } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import { placeKey, type ScoredDocument } from './score-documents.js';

/** The hits that bring later messages, unless they match much less than the best. */
const MAX_HITS = 3;
const MIN_SHARE = 0.5;

/** Terms of a hit that count, the rarest; and messages with any of them that are compared. */
const MAX_TERMS = 16;
const MAX_CANDIDATES = 10;

/** Those terms are searched for that so many messages have together; the rarest in any case. */
const MAX_ROWS = 200;

/** How much of the weight of a hit's terms a later message shares. */
const LIKENESS = 0.05;

/** What a message that goes on from a hit shares with it: of what the query does not name… */
const NAMED_SHARE = 0.05;

/** …or of what the query names and the hit has. */
const ASKED_SHARE = 0.5;

/**
 * Puts later messages of the same speaker on the same matter beside the hits: nothing is hidden, and
 * whoever reads them with their dates sees how things went on. One stands before its hit if it names
 * what the hit names besides the query (`webpack has been replaced`), or most of what the query
 * asks for; else behind it, for it may be about another matter of the kind.
 */
export async function withLater(
  search: DocumentSearch,
  found: readonly ScoredDocument[],
  query: ParsedQuery,
): Promise<readonly ScoredDocument[]> {
  if (search.weights.later === 0) return found;
  const best = found[0]?.score ?? 0;
  const hits = found
    .filter(({ document, score }) => document.role === 'user' && score >= MIN_SHARE * best)
    .slice(0, MAX_HITS);
  const placed = [...found];
  const indexOf = (document: StoredDocument): number =>
    placed.findIndex((each) => placeKey(each.document) === placeKey(document));
  for (const hit of hits) {
    for (const { document, goesOn } of await laterThan(search, hit.document, query)) {
      const known = indexOf(document);
      if (known >= 0 && known < indexOf(hit.document)) continue;
      const [own = { document, score: 0, breakdown: {} }] =
        known < 0 ? [] : placed.splice(known, 1);
      const breakdown = { ...own.breakdown, later: hit.score - own.score };
      const at = indexOf(hit.document) + (goesOn ? 0 : 1);
      placed.splice(at, 0, { document, score: hit.score, breakdown });
    }
  }
  return placed;
}

/** The later messages most like a hit, the newest first, and whether each goes on from it. */
async function laterThan(
  { index, scope, meaning, weights }: DocumentSearch,
  hit: StoredDocument,
  { terms: askedTerms }: ParsedQuery,
) {
  const all = [...new Set(hit.terms)];
  const layer = 'documents';
  const { rows, rowsWith } = await index.frequencies(scope, { layer, terms: all });
  const rarity = new Map(
    all.map((term) => [term, inverseFrequency(rows, rowsWith.get(term) ?? 0)]),
  );
  const weigh = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0);
  const total = weigh(all);
  const isAsked = (term: string): boolean => askedTerms.includes(term);
  const asked = weigh(all.filter(isAsked));
  let found = 0;
  const rare = all
    .filter((term) => (rowsWith.get(term) ?? 0) > 1)
    .toSorted((left, right) => weigh([right]) - weigh([left]))
    .slice(0, MAX_TERMS)
    .filter((term, at) => (found += rowsWith.get(term) ?? 0) <= MAX_ROWS || at === 0);
  const query = { layer, terms: rare, limit: MAX_CANDIDATES } as const;
  const candidates = await index.candidates(scope, query);
  return candidates
    .filter((each) => each.speaker === hit.speaker && each.role === hit.role && isLater(each, hit))
    .map((document) => {
      const shared = all.filter((term) => document.terms.includes(term));
      const named = weigh(shared.filter((term) => !isAsked(term)));
      const goesOn =
        named >= NAMED_SHARE * total || weigh(shared.filter(isAsked)) >= ASKED_SHARE * asked;
      const likeness = weigh(shared) / (total || 1);
      return {
        document,
        goesOn,
        likeness: Math.max(likeness, meaning?.compare(hit, document) ?? 0),
      };
    })
    .filter(({ likeness }) => likeness >= LIKENESS)
    .toSorted((left, right) => right.likeness - left.likeness)
    .slice(0, weights.later)
    .toSorted((left, right) => (isLater(left.document, right.document) ? -1 : 1));
}

/** By the place in a session, else by the date. */
function isLater(one: StoredDocument, other: StoredDocument): boolean {
  if (one.sessionId === other.sessionId) return one.position > other.position;
  return one.date > other.date;
}

import type { StoredDocument, StoredFact } from '@everlong/core';

import { type Claim, readClaims } from '../claims/read-claims.js';
import { factClaim } from '../claims/fact-claim.js';
import { formerValues } from '../claims/former-values.js';
import type { ClaimContext, Matter } from '../claims/same-matter.js';
import { continues, refutes, supersedes } from '../claims/supersedes.js';
import { objectKey } from '../facts/fact-keys.js';

/** More documents and longer ones cost time, and are rarely shown. */
const MAX_DOCUMENTS = 24;
const MAX_LENGTH = 1000;

export interface Outdated {
  /** Claims that a later one of the same speaker supersedes. */
  claims: ReadonlySet<Claim>;
  /** Of the documents that were read. */
  claimsOf(document: StoredDocument): readonly Claim[];
  /** Facts that a later document supersedes, though no rule could tell what holds instead. */
  facts: ReadonlySet<StoredFact>;
  /** Values that hold no longer, as written, by the document that says so. */
  formerValues: ReadonlyMap<StoredDocument, ReadonlySet<string>>;
  /** What each document supersedes. */
  successors: ReadonlyMap<StoredDocument, readonly (StoredDocument | StoredFact)[]>;
}

/** What later statements take back, whatever it is about. */
export function findOutdated(
  documents: readonly StoredDocument[],
  facts: readonly StoredFact[],
  question: Omit<ClaimContext, 'subjects'>,
): Outdated {
  const said = documents
    .filter(
      ({ layer, role, text }) =>
        layer === 'episode' && role === 'user' && text.length <= MAX_LENGTH,
    )
    .slice(0, MAX_DOCUMENTS)
    .toSorted(byTime);
  const read = new Map(said.map((each) => [each, readClaims(each, question.termsOf)]));
  const subjects = [...read.values()]
    .flat()
    .flatMap(({ subject: { kind, words } }) => (kind === 'other' ? [words] : []));
  const context: ClaimContext = { ...question, subjects };
  const claims = new Set<Claim>();
  const former = new Map<StoredDocument, Set<string>>();
  const successors = new Map<StoredDocument, (StoredDocument | StoredFact)[]>();
  const outdatedFacts = new Set<StoredFact>();
  const claimsOf = (document: StoredDocument): readonly Claim[] => read.get(document) ?? [];

  for (const [at, document] of said.entries()) {
    for (const earlier of said.slice(0, at)) {
      if (earlier.speaker === document.speaker) compare(document, earlier);
    }
    for (const [later, earlier] of pairs(claimsOf(document))) {
      if (later.corrects && supersedes(later, earlier, context)) note(document, later, earlier);
    }
  }
  for (const fact of facts) compareFact(fact);
  return { claims, claimsOf, facts: outdatedFacts, formerValues: former, successors };

  function compare(document: StoredDocument, earlier: StoredDocument): void {
    for (const each of claimsOf(earlier)) {
      for (const later of claimsOf(document)) {
        if (supersedes(later, each, context) || refutes(later, each, context)) {
          note(document, later, each);
        } else if (refutes(each, later, context)) {
          claims.add(later);
          continue;
        } else if (!continues(later, each, context)) continue;
        succeed(document, earlier);
      }
    }
  }

  function compareFact(fact: StoredFact): void {
    const sources = said.filter((document) => restsOn(fact, document));
    const after = said.filter((document) => isAfter(document, fact, sources));
    const claim = factClaim(fact, context.termsOf);
    for (const document of after) {
      const later = claimsOf(document).find((each) => supersedes(each, claim, context));
      if (later === undefined) {
        const isKnown = facts.some((other) => other.slot === fact.slot && restsOn(other, document));
        if (!isKnown && claimsOf(document).some((each) => continues(each, claim, context))) {
          succeed(document, fact);
        }
        continue;
      }
      outdatedFacts.add(fact);
      succeed(document, fact);
      addFormer(document, later, claim);
    }
    for (const source of sources) {
      const own = claimsOf(source).filter(({ words }) =>
        objectKey(fact.object)
          .split(' ')
          .every((word) => words.has(word)),
      );
      if (own.length > 0 && own.every((each) => claims.has(each)) && sources.length === 1)
        outdatedFacts.add(fact);
    }
  }

  function succeed(document: StoredDocument, earlier: StoredDocument | StoredFact): void {
    successors.set(document, [...(successors.get(document) ?? []), earlier]);
  }

  function note(document: StoredDocument, later: Claim, earlier: Claim): void {
    claims.add(earlier);
    addFormer(document, later, earlier);
  }

  function addFormer(document: StoredDocument, later: Claim, earlier: Claim): void {
    const values = former.get(document) ?? new Set();
    for (const { text, key } of formerValues(later, earlier, context.matter)) {
      if (!isNamed(key, context.matter)) values.add(text);
    }
    former.set(document, values);
  }
}

/** Whether the query itself names the value. */
export function isNamed(key: string, { words }: Pick<Matter, 'words'>): boolean {
  return key.split(' ').every((word) => words.has(word));
}

function pairs(claims: readonly Claim[]): [Claim, Claim][] {
  return claims.flatMap((later, at) =>
    claims
      .slice(0, at)
      .filter((earlier) => earlier.sentence !== later.sentence)
      .map((earlier): [Claim, Claim] => [later, earlier]),
  );
}

function isAfter(
  document: StoredDocument,
  fact: StoredFact,
  sources: readonly StoredDocument[],
): boolean {
  if (sources.length === 0) return document.date > fact.validFrom && !restsOn(fact, document);
  return sources.every(
    (source) =>
      source !== document && source.speaker === document.speaker && byTime(source, document) < 0,
  );
}

function restsOn(fact: StoredFact, { sessionId, entryId }: StoredDocument): boolean {
  return fact.sources.some(
    (source) => source.sessionId === sessionId && source.entryId === entryId,
  );
}

function byTime(left: StoredDocument, right: StoredDocument): number {
  if (left.sessionId === right.sessionId) return left.position - right.position;
  return left.date < right.date ? -1 : 1;
}

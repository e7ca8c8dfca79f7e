import type { StoredDocument, StoredFact } from '@everlong/core';

import { type Claim, readClaims } from '../claims/read-claims.js';
import { factClaim } from '../claims/fact-claim.js';
import { formerValues } from '../claims/former-values.js';
import { mayOutdate } from '../claims/competes.js';
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
  /** Documents that a later one may have outdated, with its date. */
  doubtful: ReadonlyMap<StoredDocument, string>;
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
  const reading: Reading = {
    said,
    claimsOf: (document) => read.get(document) ?? [],
    context: { ...question, subjects },
    claims: new Set(),
    doubtful: new Map(),
    facts: new Set(),
    formerValues: new Map(),
    successors: new Map(),
  };
  for (const [at, document] of said.entries()) {
    for (const earlier of said.slice(0, at)) {
      if (earlier.speaker === document.speaker) compare(reading, document, earlier, facts);
    }
    for (const [later, earlier] of pairs(reading.claimsOf(document))) {
      if (later.corrects && supersedes(later, earlier, reading.context)) {
        retire(reading, { document, later }, { document, claim: earlier });
      }
    }
  }
  for (const fact of facts) compareFact(reading, fact, facts);
  return reading;
}

/** What is known so far. */
interface Reading extends Outdated {
  /** In the order of time. */
  said: readonly StoredDocument[];
  context: ClaimContext;
  claims: Set<Claim>;
  doubtful: Map<StoredDocument, string>;
  facts: Set<StoredFact>;
  formerValues: Map<StoredDocument, Set<string>>;
  successors: Map<StoredDocument, (StoredDocument | StoredFact)[]>;
}

function compare(
  reading: Reading,
  document: StoredDocument,
  earlier: StoredDocument,
  facts: readonly StoredFact[],
): void {
  const { claims, claimsOf, context } = reading;
  const isFact = facts.some((fact) => restsOn(fact, earlier));
  if (mayOutdate(claimsOf(document), claimsOf(earlier), context, isFact)) {
    reading.doubtful.set(earlier, document.date);
    succeed(reading, document, earlier);
  }
  for (const claim of claimsOf(earlier)) {
    for (const later of claimsOf(document)) {
      if (supersedes(later, claim, context) || refutes(later, claim, context)) {
        retire(reading, { document, later }, { document: earlier, claim });
      } else if (refutes(claim, later, context)) {
        claims.add(later);
        continue;
      } else if (!continues(later, claim, context)) continue;
      succeed(reading, document, earlier);
    }
  }
}

function compareFact(reading: Reading, fact: StoredFact, facts: readonly StoredFact[]): void {
  const { said, claimsOf, context, claims } = reading;
  const sources = said.filter((document) => restsOn(fact, document));
  const claim = factClaim(fact, context.termsOf);
  for (const document of said.filter((each) => isAfter(each, fact, sources))) {
    const later = claimsOf(document).find((each) => supersedes(each, claim, context));
    if (later !== undefined) {
      reading.facts.add(fact);
      addFormer(reading, document, later, claim);
    } else {
      const isKnown = facts.some((other) => other.slot === fact.slot && restsOn(other, document));
      if (isKnown || !claimsOf(document).some((each) => continues(each, claim, context))) continue;
    }
    succeed(reading, document, fact);
  }
  const [source] = sources;
  const key = objectKey(fact.object).split(' ');
  const own = source === undefined ? [] : claimsOf(source);
  const stating = own.filter(({ words }) => key.every((word) => words.has(word)));
  const areOver = stating.length > 0 && stating.every((each) => claims.has(each));
  if (sources.length === 1 && areOver) reading.facts.add(fact);
}

function succeed(
  { successors }: Reading,
  document: StoredDocument,
  earlier: StoredDocument | StoredFact,
): void {
  successors.set(document, [...(successors.get(document) ?? []), earlier]);
}

function retire(
  reading: Reading,
  { document, later }: { document: StoredDocument; later: Claim },
  earlier: { document: StoredDocument; claim: Claim },
): void {
  reading.claims.add(earlier.claim);
  for (const each of consequencesOf(earlier.claim, reading.claimsOf(earlier.document))) {
    reading.claims.add(each);
  }
  addFormer(reading, document, later, earlier.claim);
}

function addFormer(
  { formerValues: former, context: { matter } }: Reading,
  document: StoredDocument,
  later: Claim,
  earlier: Claim,
): void {
  const values = former.get(document) ?? new Set();
  for (const { text, key } of formerValues(later, earlier, matter)) {
    if (!isNamed(key, matter)) values.add(text);
  }
  former.set(document, values);
}

/** What its sentence goes on to conclude from a claim: `I drive a Kona, so plan charging stops.` */
function consequencesOf(claim: Claim, claims: readonly Claim[]): readonly Claim[] {
  const after = claims.slice(claims.indexOf(claim) + 1);
  const end = after.findIndex((each) => !each.follows || each.sentence !== claim.sentence);
  return end < 0 ? after : after.slice(0, end);
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

/** Whether a fact was learned from the document. */
export function restsOn(fact: StoredFact, { sessionId, entryId }: StoredDocument): boolean {
  return fact.sources.some(
    (source) => source.sessionId === sessionId && source.entryId === entryId,
  );
}

/** For sorting, the earliest first; in a session by place, else by date. */
export function byTime(left: StoredDocument, right: StoredDocument): number {
  if (left.sessionId === right.sessionId) return left.position - right.position;
  return left.date < right.date ? -1 : 1;
}

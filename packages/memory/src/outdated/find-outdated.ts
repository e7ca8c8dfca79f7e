import type { StoredDocument, StoredFact } from '@everlong/core';

import { type Claim, readClaims } from '../claims/read-claims.js';
import { factClaim } from '../claims/fact-claim.js';
import { formerValues } from '../replacement/former-values.js';
import type { AskedQuestion } from '../claims/asked-question.js';
import { readStated, type StatedMessage } from '../claims/stated-message.js';
import type { ClaimContext, Matter } from '../replacement/same-matter.js';
import { continues, refutes, supersedes } from '../replacement/supersedes.js';
import { isElsewhereByMeaning } from '../replacement/weigh-meaning.js';
import { objectKey } from '../facts/fact-keys.js';
import { comparedClaims } from './compared-claims.js';
import { doubt } from './doubt.js';
import { doubtWordsOfOthers } from './doubt-retold.js';
import { doubtEchoes } from './doubt-echoes.js';
import type { Meaning } from '../search/meaning.js';
import {
  byTime,
  MAX_DOCUMENTS,
  MAX_LENGTH,
  type Outdated,
  type OutdatedReading,
  restsOn,
  succeed,
} from './outdated.js';

/** What later statements take back, whatever it is about. */
export function findOutdated(
  documents: readonly StoredDocument[],
  facts: readonly StoredFact[],
  question: Omit<ClaimContext, 'subjects'> & { asked: AskedQuestion; meaning: Meaning },
): Outdated {
  const said = documents
    .filter(
      ({ layer, role, text }) =>
        layer === 'episode' && role === 'user' && text.length <= MAX_LENGTH,
    )
    .slice(0, MAX_DOCUMENTS)
    .toSorted(byTime);
  const read = new Map(said.map((each) => [each, readClaims(each, question.termsOf)]));
  const compared = comparedClaims(read, question.matter);
  const subjects = [...read.values()]
    .flat()
    .flatMap(({ subject: { kind, words } }) => (kind === 'other' ? [words] : []));
  const stated = new Map<StoredDocument, StatedMessage>();
  const statedOf = (document: StoredDocument): StatedMessage | undefined => {
    if (!read.has(document)) return undefined;
    const known = stated.get(document) ?? readStated(document.text, question.termsOf);
    stated.set(document, known);
    return known;
  };
  const reading: OutdatedReading = {
    said,
    statedOf,
    asked: question.asked,
    meaning: question.meaning,
    claimsOf: (document) => read.get(document) ?? [],
    comparedOf: (document) => compared.get(document) ?? [],
    context: { ...question, subjects },
    claims: new Set(),
    doubtful: new Map(),
    replaced: new Set(),
    facts: new Set(),
    formerValues: new Map(),
    isAsking: (document) => statedOf(document)?.own === '',
    successors: new Map(),
  };
  for (const [at, document] of said.entries()) {
    for (const earlier of said.slice(0, at)) {
      if (earlier.speaker === document.speaker) compare(reading, document, earlier, facts);
      else doubtWordsOfOthers(reading, document, earlier);
    }
    for (const [later, earlier] of pairs(reading.comparedOf(document))) {
      if (later.corrects && supersedes(later, earlier, reading.context)) {
        retire(reading, { document, later }, { document, claim: earlier });
      }
    }
  }
  for (const fact of facts) compareFact(reading, fact, facts);
  doubtEchoes(reading, documents);
  return reading;
}

function compare(
  reading: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
  facts: readonly StoredFact[],
): void {
  const { claims, comparedOf, context, meaning } = reading;
  const similarity = meaning.compare(earlier, document);
  const isElsewhere = similarity !== undefined && isElsewhereByMeaning(similarity);
  let isSuperseded = false;
  for (const claim of isElsewhere ? [] : comparedOf(earlier)) {
    for (const later of comparedOf(document)) {
      if (supersedes(later, claim, context) || refutes(later, claim, context)) {
        retire(reading, { document, later }, { document: earlier, claim });
        isSuperseded = true;
      } else if (refutes(claim, later, context)) claims.add(later);
    }
  }
  doubt(reading, document, earlier, { facts, isSuperseded });
}

function compareFact(
  reading: OutdatedReading,
  fact: StoredFact,
  facts: readonly StoredFact[],
): void {
  const { said, claimsOf, comparedOf, context, claims } = reading;
  const sources = said.filter((document) => restsOn(fact, document));
  const claim = factClaim(fact, context.termsOf);
  for (const document of said.filter((each) => isAfter(each, fact, sources))) {
    const later = comparedOf(document).find((each) => supersedes(each, claim, context));
    if (later !== undefined) {
      reading.facts.add(fact);
      addFormer(reading, document, later, claim);
    } else {
      const isKnown = facts.some((other) => other.slot === fact.slot && restsOn(other, document));
      const replaced = reading.successors.get(document) ?? [];
      const follows =
        sources.some((source) => replaced.includes(source)) ||
        comparedOf(document).some((each) => each.saysChange && continues(each, claim, context));
      if (isKnown || !follows) continue;
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

function retire(
  reading: OutdatedReading,
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
  { formerValues: former, context: { matter } }: OutdatedReading,
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

import type { StoredDocument, StoredFact } from '@everlong/core';

import type { AskedQuestion } from '../claims/asked-question.js';
import type { Claim } from '../claims/read-claims.js';
import type { ClaimContext } from '../replacement/same-matter.js';
import type { StatedMessage } from '../claims/stated-message.js';
import type { Meaning } from '../search/meaning.js';

/** More documents and longer ones cost time, and are rarely shown. */
export const MAX_DOCUMENTS = 24;
export const MAX_LENGTH = 1000;

/** What later statements take back. */
export interface Outdated {
  /** Claims that a later one of the same speaker supersedes. */
  claims: ReadonlySet<Claim>;
  /** Of the documents that were read. */
  claimsOf(document: StoredDocument): readonly Claim[];
  /** Documents that a later one may have outdated, with its date. */
  doubtful: ReadonlyMap<StoredDocument, string>;
  /** Those of them that it replaces most likely. */
  replaced: ReadonlySet<StoredDocument>;
  /** Facts that a later document supersedes, though no rule could tell what holds instead. */
  facts: ReadonlySet<StoredFact>;
  /** Values that hold no longer, as written, by the document that says so. */
  formerValues: ReadonlyMap<StoredDocument, ReadonlySet<string>>;
  /** Whether a message of a user states nothing. */
  isAsking(document: StoredDocument): boolean;
  /** What each document supersedes. */
  successors: ReadonlyMap<StoredDocument, readonly (StoredDocument | StoredFact)[]>;
}

/** What is known so far, while messages are compared. */
export interface OutdatedReading extends Outdated {
  /** In the order of time. */
  said: readonly StoredDocument[];
  /** What a document of `said` states; read when it is asked for, since most are not. */
  statedOf(document: StoredDocument): StatedMessage | undefined;
  /** Those of its claims that are compared with others. */
  comparedOf(document: StoredDocument): readonly Claim[];
  asked: AskedQuestion;
  meaning: Meaning;
  context: ClaimContext;
  claims: Set<Claim>;
  doubtful: Map<StoredDocument, string>;
  replaced: Set<StoredDocument>;
  facts: Set<StoredFact>;
  formerValues: Map<StoredDocument, Set<string>>;
  successors: Map<StoredDocument, (StoredDocument | StoredFact)[]>;
}

/** Notes that a document came after what it replaces. */
export function succeed(
  { successors }: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument | StoredFact,
): void {
  successors.set(document, [...(successors.get(document) ?? []), earlier]);
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

import type { StoredDocument, StoredFact } from '@everlong/core';

import { isOn, replacementScore } from '../claims/replacement-score.js';
import {
  COMES_FIRST_FROM,
  REPLACES_FACT_FROM,
  REPLACES_FROM,
  REPLACES_SURELY_FROM,
} from '../claims/replacement-weights.js';
import type { Matter } from '../claims/same-matter.js';
import { type OutdatedReading, restsOn, succeed } from './outdated.js';

/**
 * Notes whether a later message may have replaced an earlier one of its speaker, in whatever words,
 * or whether one of them only tells what somebody else says of the speaker.
 */
export function doubt(
  reading: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
  { facts, isSuperseded }: { facts: readonly StoredFact[]; isSuperseded: boolean },
): void {
  const { claimsOf, context } = reading;
  const isKnown = facts.some((fact) => restsOn(fact, earlier));
  const isNews = !isKnown || isSuperseded || claimsOf(document).some((claim) => claim.saysChange);
  const retold = retoldOf(reading, document, earlier);
  if (retold !== undefined) {
    const own = retold === document ? earlier : document;
    reading.doubtful.set(retold, own.date);
    return succeed(reading, own, retold);
  }
  const score = scoreOf(reading, document, earlier, isSuperseded);
  const isDoubtful = score >= limitFor(context.matter, isNews);
  const { own = '', values = [] } = reading.stated.get(earlier) ?? {};
  const hasValue = own !== '' || values.length > 0;
  if (isDoubtful && hasValue && !context.matter.asksMany) {
    reading.doubtful.set(earlier, document.date);
    if (score >= REPLACES_SURELY_FROM) reading.replaced.add(earlier);
  }
  if (isDoubtful || isSuperseded) succeed(reading, document, earlier);
}

/** The one of two messages that tells what somebody else says of the speaker, against his own words. */
function retoldOf(
  { stated, asked, context }: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
): StoredDocument | undefined {
  const [one, other] = [stated.get(earlier), stated.get(document)];
  if (!context.matter.isState || context.matter.isOpen) return undefined;
  if (one === undefined || other === undefined || one.retold === other.retold) return undefined;
  if (!isOn(asked, one) || !isOn(asked, other)) return undefined;
  if ((one.retold ? other : one).own === '') return undefined;
  return one.retold ? earlier : document;
}

function scoreOf(
  { stated, asked, claimsOf, context }: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
  isSuperseded: boolean,
): number {
  const { isState, isOpen } = context.matter;
  const [one, other] = [stated.get(earlier), stated.get(document)];
  if (!isState || isOpen || one === undefined || other === undefined) return -Infinity;
  return replacementScore(
    asked,
    { stated: one, claims: claimsOf(earlier) },
    { stated: other, claims: claimsOf(document) },
    { context, isSuperseded },
  );
}

function limitFor({ asksMany }: Matter, isNews: boolean): number {
  if (asksMany) return COMES_FIRST_FROM;
  return isNews ? REPLACES_FROM : REPLACES_FACT_FROM;
}

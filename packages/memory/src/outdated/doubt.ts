import type { StoredDocument, StoredFact } from '@everlong/core';

import { isRelevant, replacementScore } from '../replacement/replacement-score.js';
import {
  COMES_FIRST_FROM,
  REPLACES_FACT_FROM,
  REPLACES_FROM,
  REPLACES_SURELY_FROM,
} from '../replacement/replacement-weights.js';
import type { Matter } from '../replacement/same-matter.js';
import { weighMeaning } from '../replacement/weigh-meaning.js';
import { doubtRetold } from './doubt-retold.js';
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
  const { isState, isOpen, asksMany } = context.matter;
  if (!isState || isOpen) {
    if (isSuperseded) succeed(reading, document, earlier);
    return;
  }
  const isKnown = facts.some((fact) => restsOn(fact, earlier));
  const isNews = !isKnown || isSuperseded || claimsOf(document).some((claim) => claim.saysChange);
  if (doubtRetold(reading, document, earlier)) return;
  const score = scoreOf(reading, document, earlier, isSuperseded);
  const isDoubtful = score >= limitFor(context.matter, isNews);
  if (isDoubtful && mayAnswer(reading, earlier) && !asksMany) {
    reading.doubtful.set(earlier, document.date);
    if (score >= REPLACES_SURELY_FROM) reading.replaced.add(earlier);
  }
  if (isDoubtful || isSuperseded) succeed(reading, document, earlier);
}

/** It says something on the question, be it within a question of its own. */
function mayAnswer({ statedOf, asked }: OutdatedReading, document: StoredDocument): boolean {
  const read = statedOf(document);
  if (read === undefined) return false;
  if (read.own === '') return read.values.length > 0 && isRelevant(asked, read);
  return true;
}

function scoreOf(
  { statedOf, asked, comparedOf, context, meaning }: OutdatedReading,
  document: StoredDocument,
  earlier: StoredDocument,
  isSuperseded: boolean,
): number {
  const [one, other] = [statedOf(earlier), statedOf(document)];
  if (one === undefined || other === undefined) return -Infinity;
  const score = replacementScore(
    asked,
    { stated: one, claims: comparedOf(earlier) },
    { stated: other, claims: comparedOf(document) },
    { context, isSuperseded },
  );
  const similarity = meaning.compare(earlier, document);
  return similarity === undefined ? score : weighMeaning(score, similarity);
}

function limitFor({ asksMany }: Matter, isNews: boolean): number {
  if (asksMany) return COMES_FIRST_FROM;
  return isNews ? REPLACES_FROM : REPLACES_FACT_FROM;
}

import type { Session } from '@everlong/context';

import type { NeedCounts, NeedTally, PolicyTally, PresentCounts } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';
import {
  hasText,
  isPresent,
  isPresentWithCue,
  type RequestTexts,
  type ValueNeed,
} from './value-needs.js';

/**
 * Counts the needs that a request meets, and returns the others; without a request none are met.
 * Without `atRisk` the request is the baseline's own, and its unmet needs are at risk.
 */
export function scoreNeeds(
  tally: PolicyTally,
  needs: readonly ValueNeed[],
  atRisk: ReadonlySet<ValueNeed> | undefined,
  request: RequestTexts | undefined,
  { texts }: ReplayLog,
): ValueNeed[] {
  const unmet = needs.filter((need) => request === undefined || !isPresent(need, request, texts));
  const lost = new Set(unmet);
  const risked = atRisk ?? lost;
  const hasCue = (need: ValueNeed): boolean =>
    request !== undefined && !lost.has(need) && isPresentWithCue(need, request, texts);
  const scored = needs.map((need) => ({
    need,
    isLost: lost.has(need),
    isAtRisk: risked.has(need),
    isUncued: risked.has(need) && need.cues().size === 0,
    isWithCue: risked.has(need) && need.cues().size > 0 && hasCue(need),
  }));
  for (const counts of needTallies(tally)) {
    for (const isDerivable of [false, true]) {
      const own = scored.filter(({ need }) => need.isDerivable === isDerivable);
      addNeeds(isDerivable ? counts.derivable : counts, own);
    }
  }
  return unmet;
}

interface ScoredNeed {
  isLost: boolean;
  isAtRisk: boolean;
  isUncued: boolean;
  isWithCue: boolean;
}

function addNeeds(counts: NeedCounts, needs: readonly ScoredNeed[]): void {
  const risked = needs.filter(({ isAtRisk }) => isAtRisk);
  addPresent(counts, needs);
  addPresent(counts.atRisk, risked);
  counts.atRisk.uncued += risked.filter(({ isUncued }) => isUncued).length;
  counts.atRisk.withCue += risked.filter(({ isWithCue }) => isWithCue).length;
}

function addPresent(counts: PresentCounts, needs: readonly ScoredNeed[]): void {
  if (needs.length === 0) return;
  const present = needs.filter(({ isLost }) => !isLost).length;
  counts.needed += needs.length;
  counts.present += present;
  counts.requests++;
  counts.recallSum += present / needs.length;
}

/** Where a request is counted: among all, and among those after so many compactions. */
function needTallies({ needs, needsAfter, compactions }: PolicyTally): NeedTally[] {
  const after = needsAfter.filter((least) => least.compactions <= compactions);
  return [needs, ...after.map((least) => least.needs)];
}

/** Counts the user constraints said before entry `seq`, and those that the request still holds. */
export function scoreConstraints(
  tally: PolicyTally,
  seq: number,
  request: RequestTexts | undefined,
  { constraints, texts }: ReplayLog,
): void {
  for (const { seq: saidAt, text, sources } of constraints) {
    if (saidAt >= seq) break;
    tally.constraints.total++;
    if (request === undefined) continue;
    const isThere =
      sources.some((source) => hasText(request, texts[source])) ||
      request.derived.some((facts) => facts.text.includes(text));
    if (isThere) tally.constraints.present++;
  }
}

/** How many hits of a search an agent would look at. */
const SEARCH_LIMIT = 20;

/**
 * Counts the values that the agent could find although its request lacks them. `found` holds those
 * that a search found before, for any policy, and gets the new ones.
 */
export async function countRecoverable(
  tally: PolicyTally,
  unmet: readonly ValueNeed[],
  found: Set<string>,
  session: Pick<Session, 'search' | 'expand'>,
  log: ReplayLog,
): Promise<void> {
  for (const need of unmet) {
    if (!found.has(need.value) && (await isRecoverable(session, need, log))) found.add(need.value);
    if (found.has(need.value)) tally.recovered++;
  }
}

/**
 * Whether a search for a value returns an entry with it, or `expand` of its newest source shows it.
 */
async function isRecoverable(
  session: Pick<Session, 'search' | 'expand'>,
  need: ValueNeed,
  { needs, book }: ReplayLog,
): Promise<boolean> {
  const holders = needs.entriesWith(need.value);
  const hits = await session.search(need.value, { limit: SEARCH_LIMIT });
  if (hits.some(({ seq }) => holders.includes(seq))) return true;
  const originals = await session.expand(need.sources.slice(-1));
  return originals.some(({ message }) => book.message(message).text.holds(need.value));
}

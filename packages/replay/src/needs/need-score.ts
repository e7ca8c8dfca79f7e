import type { Session } from '@everlong/context';

import type { TextFacts } from '../messages/message-facts.js';
import type { NeedTally, PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';
import {
  hasText,
  isPresent,
  isPresentWithCue,
  type RequestTexts,
  type ValueNeed,
} from './value-needs.js';

/** Sorts the texts of a request into whole entries and everything else. */
export function toRequestTexts(
  texts: readonly TextFacts[],
  logged: ReadonlySet<TextFacts>,
): RequestTexts {
  const all = new Set(texts);
  return { all, derived: [...all].filter((facts) => !logged.has(facts)) };
}

/**
 * Counts in each tally the needs that a request meets, and returns the others; without a request
 * none are met. Without `atRisk` the request is the baseline's own, and its unmet needs are at
 * risk.
 */
export function scoreNeeds(
  tallies: readonly NeedTally[],
  needs: readonly ValueNeed[],
  atRisk: ReadonlySet<ValueNeed> | undefined,
  request: RequestTexts | undefined,
  { texts }: ReplayLog,
): ValueNeed[] {
  const unmet = needs.filter((need) => request === undefined || !isPresent(need, request, texts));
  const lost = new Set(unmet);
  const cued = new Set([...(atRisk ?? lost)].filter((need) => need.cues().size > 0));
  const withCue = new Set(
    [...cued].filter(
      (need) => request !== undefined && !lost.has(need) && isPresentWithCue(need, request, texts),
    ),
  );
  for (const tally of tallies) {
    tally.needed += needs.length;
    tally.present += needs.length - unmet.length;
    if (needs.length > 0) {
      tally.requests++;
      tally.recallSum += 1 - unmet.length / needs.length;
    }
    for (const need of atRisk ?? lost) {
      tally.atRisk.needed++;
      if (!lost.has(need)) tally.atRisk.present++;
      if (!cued.has(need)) tally.atRisk.uncued++;
      if (withCue.has(need)) tally.atRisk.withCue++;
    }
  }
  return unmet;
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
 * Whether the agent could find a value that its request lacks: a search for it returns an entry
 * with the value, or `expand` of its newest source shows it.
 */
export async function isRecoverable(
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

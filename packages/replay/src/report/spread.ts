import { ratio } from './policy-tally.js';
import { createRandom } from './seeded-random.js';

/** One session's share of a figure: `part` of `whole`. */
export interface SessionShare {
  /** Where the session comes from, such as the program that recorded it. */
  source: string;
  /** What counts, such as needs met. */
  part: number;
  /** What it is a share of, such as all needs. */
  whole: number;
  /** The shares of the session's requests summed up. */
  requestSum?: number;
  /** How many requests have a share. */
  requests?: number;
}

/** A figure over sessions, averaged in four ways; null where undefined. */
export interface Spread {
  /** The sum of all parts over the sum of all wholes: sessions weigh by their size. */
  sum: number | null;
  /** Each request weighs the same; null where requests have no share of their own. */
  meanOfRequests: number | null;
  /** Each session weighs the same. */
  meanOfSessions: number | null;
  /** Each source weighs the same: the mean of the sources' own sums. */
  meanOfSources: number | null;
  /** The lower end of the 95 % bootstrap interval of `sum` over sessions. */
  low: number | null;
  /** The upper end of that interval. */
  high: number | null;
  /** Sum by source. */
  sources: Record<string, number | null>;
  /** Sum over all sources but this one. */
  without: Record<string, number | null>;
}

const DRAWS = 1000;
const SEED = 20_260_101;

/** The share outside the interval on each side. */
const TAIL = 0.025;

/**
 * Summarizes a figure over sessions. The interval is a bootstrap over sessions, not requests, since
 * the requests of a session resemble each other; the same sessions give the same interval.
 */
export function spreadOf(sessions: readonly SessionShare[]): Spread {
  const counted = sessions.filter(({ whole }) => whole > 0);
  const sources = Map.groupBy(counted, ({ source }) => source);
  const bySource: Record<string, number | null> = {};
  const without: Record<string, number | null> = {};
  for (const [source, own] of sources) {
    bySource[source] = shareOf(own);
    without[source] = shareOf(counted.filter((session) => session.source !== source));
  }
  const [low, high] = interval(counted);
  const asked = counted.reduce((sum, { requests = 0 }) => sum + requests, 0);
  const met = counted.reduce((sum, { requestSum = 0 }) => sum + requestSum, 0);
  return {
    sum: shareOf(counted),
    meanOfRequests: ratio(met, asked),
    meanOfSessions: mean(counted.map(({ part, whole }) => part / whole)),
    meanOfSources: mean(Object.values(bySource).filter((share) => share !== null)),
    low,
    high,
    sources: bySource,
    without,
  };
}

function shareOf(sessions: readonly SessionShare[]): number | null {
  return ratio(
    sessions.reduce((sum, { part }) => sum + part, 0),
    sessions.reduce((sum, { whole }) => sum + whole, 0),
  );
}

function mean(values: readonly number[]): number | null {
  return ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

function interval(sessions: readonly SessionShare[]): [number | null, number | null] {
  if (sessions.length < 2) return [null, null];
  const random = createRandom(SEED);
  const sums = Array.from({ length: DRAWS }, () => {
    let part = 0;
    let whole = 0;
    for (let draw = 0; draw < sessions.length; draw++) {
      const session = sessions[Math.floor(random() * sessions.length)];
      part += session?.part ?? 0;
      whole += session?.whole ?? 0;
    }
    return part / whole;
  }).toSorted((left, right) => left - right);
  const at = (share: number): number | null => sums[Math.floor(share * (DRAWS - 1))] ?? null;
  return [at(TAIL), at(1 - TAIL)];
}

import type { MiddlewareHandler } from 'hono';

import { problem } from './problem.js';
import type { ServerEnv } from './server-env.js';

const WINDOW_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

/** A tenant may send so many times what one of its keys may. */
const TENANT_KEYS = 4;

/**
 * A token bucket for each key, and one for each tenant, that holds four times as much, refilled
 * evenly; every answer says what is left to the key (`RateLimit`, `RateLimit-Policy`). 0: no limit.
 */
export function createRateLimit(requestsPerMinute: number): MiddlewareHandler<ServerEnv> {
  if (requestsPerMinute === 0) return (_c, next) => next();
  const buckets = new Map<string, Bucket>();
  const policy = `"key";q=${requestsPerMinute};w=60`;

  /** A bucket untouched for a whole window is full again: the same as none. */
  function forgetFull(now: number): void {
    for (const [key, { at }] of buckets) if (now - at > WINDOW_MS) buckets.delete(key);
  }

  function take(key: string, most: number): { left: number; waitSeconds: number } {
    const now = performance.now();
    if (buckets.size > 10_000) forgetFull(now);
    const bucket = buckets.get(key) ?? { left: most, at: now };
    const filled = bucket.left + ((now - bucket.at) / WINDOW_MS) * most;
    const left = Math.min(most, filled) - 1;
    // A refused request takes nothing: who keeps asking still gets what the limit allows.
    buckets.set(key, { left: left < 0 ? filled : left, at: now });
    const missing = left < 0 ? -left : Math.max(0, 1 - left);
    return { left, waitSeconds: Math.ceil((missing * 60) / most) };
  }

  return async function rateLimit(c, next) {
    const { id, tenant, allTenants } = c.get('principal');
    const { left, waitSeconds } = take(id, requestsPerMinute);
    const headers = c.get('headers');
    headers['ratelimit-policy'] = policy;
    headers['ratelimit'] = `"key";r=${Math.max(0, Math.floor(left))};t=${waitSeconds}`;
    if (left < 0) throw limited('This key', requestsPerMinute, waitSeconds);
    if (!allTenants) {
      const most = TENANT_KEYS * requestsPerMinute;
      const all = take(`tenant ${tenant}`, most);
      if (all.left < 0) throw limited("This tenant's keys together", most, all.waitSeconds);
    }
    await next();
  };
}

function limited(who: string, most: number, waitSeconds: number): Error {
  return problem(429, {
    code: 'rate_limited',
    detail: `${who} may send ${most} requests a minute. Wait ${waitSeconds} s.`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}

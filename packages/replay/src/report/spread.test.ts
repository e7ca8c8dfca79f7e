import { describe, expect, it } from 'vitest';

import { spreadOf } from './spread.js';

const sessions = [
  { source: 'pi', part: 90, whole: 100, requestSum: 3, requests: 4 },
  { source: 'pi', part: 0, whole: 10, requestSum: 0, requests: 1 },
  { source: 'codex', part: 1, whole: 2, requestSum: 1, requests: 1 },
  { source: 'kimi', part: 0, whole: 0, requestSum: 0, requests: 0 },
];

describe('spreadOf', () => {
  it('takes a figure as a sum and as means of requests, sessions and sources', () => {
    const spread = spreadOf(sessions);
    expect(spread.sum).toBeCloseTo(91 / 112, 12);
    expect(spread.meanOfRequests).toBeCloseTo(4 / 6, 12);
    expect(spread.meanOfSessions).toBeCloseTo((0.9 + 0 + 0.5) / 3, 12);
    expect(spread.meanOfSources).toBeCloseTo((90 / 110 + 0.5) / 2, 12);
    expect(spread.sources).toEqual({ pi: 90 / 110, codex: 0.5 });
    expect(spread.without).toEqual({ pi: 0.5, codex: 90 / 110 });
  });

  it('gives the same interval each time, wide where one session decides', () => {
    const spread = spreadOf(sessions);
    expect(spreadOf(sessions)).toEqual(spread);
    // Draws without the large session reach down to the small ones' share.
    expect(spread.low).toBeLessThan(0.2);
    expect(spread.high).toBeGreaterThanOrEqual(0.89);
    const alike = Array.from({ length: 5 }, () => ({ source: 'a', part: 1, whole: 2 }));
    expect(spreadOf(alike)).toMatchObject({ low: 0.5, high: 0.5, meanOfRequests: null });
  });

  it('has no interval of fewer than two sessions, and no figure of none', () => {
    expect(spreadOf(sessions.slice(2))).toMatchObject({ sum: 0.5, low: null, high: null });
    expect(spreadOf([])).toMatchObject({ sum: null, meanOfSessions: null, meanOfSources: null });
  });
});

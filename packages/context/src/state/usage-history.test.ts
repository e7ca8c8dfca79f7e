import { describe, expect, it } from 'vitest';

import type { UsageSample } from './calibration.js';
import { NO_USAGE_HISTORY, withSample } from './usage-history.js';

const sample = (countedTokens: number, inputTokens: number): UsageSample => ({
  countedTokens,
  usage: { inputTokens, outputTokens: 1 },
});

/** What the newest of these reports shows to have been cut. */
function truncationAfter(...samples: UsageSample[]) {
  return samples.reduce(withSample, NO_USAGE_HISTORY).truncation;
}

describe('the truncation of a usage history', () => {
  it('is a report of less than half of what was expected', () => {
    expect(truncationAfter(sample(10_000, 4096))).toEqual({ sentTokens: 10_000, readTokens: 4096 });
    expect(truncationAfter(sample(10_000, 5500))).toBeUndefined();
  });

  it('is none where the provider was seen to count less', () => {
    const thrifty = Array.from({ length: 12 }, (_, call) => {
      const counted = 1000 + call * 700;
      return sample(counted, Math.round(counted * 0.6));
    });
    expect(truncationAfter(...thrifty, sample(10_000, 4096))).toBeUndefined();
  });

  it('takes cached tokens for read, and a report without input for none', () => {
    const usage = { inputTokens: 12, outputTokens: 1, cacheReadTokens: 9000 };
    expect(truncationAfter({ countedTokens: 10_000, usage })).toBeUndefined();
    expect(truncationAfter(sample(10_000, 0))).toBeUndefined();
    // No window is that small: a server that names any number.
    expect(truncationAfter(sample(10_000, 12))).toBeUndefined();
  });
});

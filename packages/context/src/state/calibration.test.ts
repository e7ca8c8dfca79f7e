import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createCalibration, type UsageSample } from './calibration.js';

const sample = (countedTokens: number, inputTokens: number): UsageSample => ({
  countedTokens,
  usage: { inputTokens, outputTokens: 1 },
});

/** A conversation that grows, billed at `factor` of what was counted. */
const grown = (factor: number, calls = 12): UsageSample[] =>
  Array.from({ length: calls }, (_, call) => {
    const counted = 1000 + call * 700;
    return sample(counted, Math.round(counted * factor));
  });

describe('createCalibration', () => {
  it('takes the count for the truth until a provider reports', () => {
    const { calls, providerTokens, countedTokens } = createCalibration([]);
    expect(calls).toBe(0);
    expect(providerTokens(5000)).toBe(5000);
    expect(countedTokens(5000)).toBe(5000);
  });

  it('learns how much more the provider counts, and leaves room for it', () => {
    const { calls, providerTokens, countedTokens } = createCalibration(grown(1.25));
    expect(calls).toBe(12);
    expect(providerTokens(20_000)).toBeGreaterThan(24_000);
    expect(providerTokens(20_000)).toBeLessThan(26_000);
    expect(providerTokens(countedTokens(20_000))).toBeLessThanOrEqual(20_000);
    expect(providerTokens(countedTokens(20_000) + 2)).toBeGreaterThan(20_000);
  });

  it('never fills more than the count allows, however little the provider counts', () => {
    expect(createCalibration(grown(0.7)).countedTokens(20_000)).toBe(20_000);
  });

  it('is not moved by single wrong reports, nor by the very first one', () => {
    const right = createCalibration(grown(1.1)).providerTokens(20_000);
    const wrong = grown(1.1);
    wrong[0] = sample(1000, 9000);
    wrong[6] = sample(5200, 31_000);
    expect(createCalibration(wrong).providerTokens(20_000) / right).toBeCloseTo(1, 1);
    expect(createCalibration([sample(1000, 9000)]).calls).toBe(0);
  });

  it('stays within half and twice the count, and grows with it, whatever is reported', () => {
    const reports = fc.array(fc.tuple(fc.nat(300_000), fc.nat(900_000)), { maxLength: 40 });
    fc.assert(
      fc.property(reports, fc.nat(200_000), fc.nat(50_000), (pairs, counted, more) => {
        const { providerTokens, countedTokens } = createCalibration(
          pairs.map(([predicted, input]) => sample(predicted, input)),
        );
        expect(providerTokens(counted)).toBeGreaterThanOrEqual(Math.floor(counted / 2));
        expect(providerTokens(counted)).toBeLessThanOrEqual(counted * 2);
        expect(providerTokens(counted + more)).toBeGreaterThanOrEqual(providerTokens(counted));
        expect(providerTokens(countedTokens(counted))).toBeLessThanOrEqual(counted);
      }),
    );
  });
});

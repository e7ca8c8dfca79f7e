import { ConfigError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createCalibrator } from './calibrator.js';

function usage(inputTokens: number) {
  return { inputTokens, outputTokens: 100 };
}

/** A session whose provider counts `factor` for each of our tokens, and `hidden` besides. */
function feed(factor: number, hidden: number, calls: number) {
  const calibrator = createCalibrator();
  for (let call = 1; call <= calls; call++) {
    const predictedTokens = call * 1000;
    calibrator.recordUsage({ predictedTokens, usage: usage(hidden + predictedTokens * factor) });
  }
  return calibrator;
}

describe('createCalibrator', () => {
  it('changes nothing before it knows anything', () => {
    const calibrator = createCalibrator();
    expect(calibrator.calibrate(1234)).toBe(1234);
    expect(calibrator.scale()).toBe(1);
    expect(calibrator.sampleCount()).toBe(0);
  });

  it('learns the factor and what is hidden', () => {
    const calibrator = feed(1.2, 5000, 20);
    expect(calibrator.scale()).toBeCloseTo(1.2, 5);
    expect(calibrator.calibrate(25_000)).toBeCloseTo(5000 + 30_000, -1);
  });

  it('starts from the reported prompt right after the first call', () => {
    const calibrator = feed(1, 8000, 1);
    expect(calibrator.calibrate(1500)).toBe(9500);
  });

  it('is not moved by wrong reports', () => {
    const calibrator = feed(1.2, 5000, 20);
    expect(calibrator.recordUsage({ predictedTokens: 21_000, usage: usage(3_000_000) })).toBe(
      false,
    );
    expect(calibrator.recordUsage({ predictedTokens: 22_000, usage: usage(3) })).toBe(false);
    expect(calibrator.recordUsage({ predictedTokens: 22_000, usage: usage(0) })).toBe(false);
    expect(calibrator.recordUsage({ predictedTokens: 22_000, usage: usage(99), steps: 4 })).toBe(
      false,
    );
    expect(calibrator.scale()).toBeCloseTo(1.2, 5);
    expect(calibrator.calibrate(25_000)).toBeCloseTo(35_000, -1);
  });

  it('believes what several calls in a row say', () => {
    const calibrator = feed(1, 1000, 20);
    for (let call = 0; call < 8; call++) {
      calibrator.recordUsage({ predictedTokens: 21_000 + call, usage: usage(90_000 + call) });
    }
    expect(calibrator.calibrate(21_010)).toBeGreaterThan(85_000);
  });

  it('adds cached tokens that a report leaves out of the input', () => {
    const calibrator = createCalibrator();
    calibrator.recordUsage({
      predictedTokens: 20_000,
      usage: { inputTokens: 3, outputTokens: 1, cacheReadTokens: 17_915, cacheWriteTokens: 7883 },
    });
    expect(calibrator.calibrate(20_000)).toBe(25_801);
  });

  it('follows a prompt that shrinks', () => {
    const calibrator = feed(1.2, 5000, 20);
    expect(calibrator.calibrate(4000)).toBeCloseTo(5000 + 4800, -1);
    expect(calibrator.recordUsage({ predictedTokens: 4000, usage: usage(9800) })).toBe(true);
  });

  it('goes on from its serialized state', () => {
    const calibrator = feed(1.3, 700, 12);
    const again = createCalibrator(JSON.parse(JSON.stringify(calibrator.state())));
    expect(again.calibrate(13_000)).toBe(calibrator.calibrate(13_000));
    expect(again.state()).toEqual(calibrator.state());
  });

  it.each<unknown>([
    null,
    5,
    {},
    { version: 2, samples: [], prompts: [], rejected: 0 },
    { version: 1, samples: [[null, 1]], prompts: [], rejected: 0 },
    { version: 1, samples: [], prompts: [[1000]], rejected: 0 },
  ])('refuses a state that no calibrator made: %j', (state) => {
    expect(() => createCalibrator(state as never)).toThrow(
      expect.toSatisfy(ConfigError.isInstance),
    );
    expect(() => createCalibrator(state as never)).toThrow(/takes what state\(\) of a calibrator/);
  });
});

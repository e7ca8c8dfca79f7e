import type { Usage } from '@everlong/core';
import { largestThatFits } from '@everlong/core/internal';
import { createCalibrator } from '@everlong/tokenizer';

/** A call that a provider billed: what was counted for its prompt, and what it reported. */
export interface UsageSample {
  countedTokens: number;
  usage: Usage;
}

/** How the provider counts, by its newest reports; a pure function of these. */
export interface Calibration {
  /** Reports that were believed. */
  calls: number;
  /** What the provider will count for a request that the tokenizer counts so. */
  providerTokens(countedTokens: number): number;
  /**
   * The most tokens, by the tokenizer's count, of a request that the provider takes for at most
   * `providerTokens`. Never more than these: a tokenizer that counts too much stays on the safe
   * side.
   */
  countedTokens(providerTokens: number): number;
}

/** Reports that are learned from: enough for a median, few enough to be read at every opening. */
export const MAX_SAMPLES = 32;

/** However far off the reports are, the truth is between this share and its inverse. */
const MAX_FACTOR = 2;

export function createCalibration(samples: readonly UsageSample[]): Calibration {
  const calibrator = createCalibrator();
  const [first] = samples;
  let calls = 0;
  /** Each request asks several times for the same limit. */
  let answer: { limit: number; counted: number } | undefined;
  if (first !== undefined) {
    // The tokenizer's own count is the first sample: one wrong report alone decides nothing.
    const { countedTokens } = first;
    calibrator.recordUsage({
      predictedTokens: countedTokens,
      usage: { inputTokens: countedTokens, outputTokens: 0 },
    });
  }
  for (const { countedTokens, usage } of samples) {
    if (calibrator.recordUsage({ predictedTokens: countedTokens, usage })) calls++;
  }

  function providerTokens(counted: number): number {
    const expected = calls === 0 ? counted : calibrator.calibrate(counted);
    return Math.min(Math.max(expected, Math.ceil(counted / MAX_FACTOR)), counted * MAX_FACTOR);
  }

  function largestWithin(limit: number): number {
    return largestThatFits(limit, (counted) => providerTokens(counted) <= limit);
  }

  return {
    calls,
    providerTokens,
    countedTokens(limit) {
      if (answer?.limit !== limit) answer = { limit, counted: largestWithin(limit) };
      return answer.counted;
    },
  };
}

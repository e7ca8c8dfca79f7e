import {
  type Calibration,
  createCalibration,
  isCutAgain,
  isTruncated,
  MAX_SAMPLES,
  type UsageSample,
} from './calibration.js';
import type { Truncation } from '@everlong/core';

/** What the provider's reports say about the session's model. */
export interface UsageHistory {
  /** The newest calls that were billed, oldest first. */
  readonly samples: readonly UsageSample[];
  readonly calibration: Calibration;
  /** The last call, if the provider seems to have read only a part of its prompt. */
  readonly truncation: Truncation | undefined;
}

export const NO_USAGE_HISTORY: UsageHistory = {
  samples: [],
  calibration: createCalibration([]),
  truncation: undefined,
};

/** With one more report. */
export function withSample(history: UsageHistory, sample: UsageSample): UsageHistory {
  const { countedTokens, usage } = sample;
  const isCut = isTruncated(history.calibration, sample) || isCutAgain(history.truncation, sample);
  const samples = [...history.samples, sample].slice(-MAX_SAMPLES);
  return {
    samples,
    calibration: createCalibration(samples),
    truncation: isCut ? { sentTokens: countedTokens, readTokens: usage.inputTokens } : undefined,
  };
}

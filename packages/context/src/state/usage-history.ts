import type { Truncation, Usage } from '@everlong/core';

import {
  type Calibration,
  createCalibration,
  MAX_SAMPLES,
  type UsageSample,
} from './calibration.js';

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

/**
 * The longest prompt, by the tokenizer's count, that the provider surely read: where it reports
 * less than was counted, so many tokens. 0 without a report.
 */
export function longestRead({ samples }: UsageHistory): number {
  return samples.reduce(
    (longest, { countedTokens, usage }) =>
      Math.max(longest, Math.min(countedTokens, promptTokens(usage))),
    0,
  );
}

/** A report with less than this share of what was expected means that the prompt was cut. */
const TRUNCATED_SHARE = 0.5;

/** No model is run with a smaller window: a report below it does not count what was read. */
const MIN_READ_TOKENS = 256;

/**
 * Whether a provider read much less than it was sent: some servers cut a prompt that is longer than
 * their window without a word. Reports below `MIN_READ_TOKENS` are ignored.
 */
function isTruncated(calibration: Calibration, { countedTokens, usage }: UsageSample): boolean {
  const expected = calibration.providerTokens(countedTokens);
  const reported = promptTokens(usage);
  return reported >= MIN_READ_TOKENS && reported < expected * TRUNCATED_SHARE;
}

/** Cuts fall between messages: what is read of longer and longer prompts is not quite the same. */
const SAME_READ_SHARE = 1.05;

/**
 * Whether a prompt that is no shorter than one that was cut was read no further: what a calibration
 * would take for the provider's way of counting after a while. Reports that grow with the prompt
 * show that nothing was cut.
 */
function isCutAgain(
  last: { sentTokens: number; readTokens: number } | undefined,
  { countedTokens, usage }: UsageSample,
): boolean {
  if (last === undefined || countedTokens < last.sentTokens) return false;
  const read = promptTokens(usage);
  return read >= MIN_READ_TOKENS && read <= last.readTokens * SAME_READ_SHARE;
}

/** The whole prompt, where a report leaves its cached part out of the input too. */
function promptTokens({ inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage): number {
  return Math.max(inputTokens, cacheReadTokens + cacheWriteTokens);
}

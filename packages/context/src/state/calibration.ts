import type { Usage } from '@everlong/core';
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
    // The count itself is the first witness: a single wrong report must find something to fit.
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

  function search(limit: number): number {
    let low = Math.floor(limit / MAX_FACTOR);
    let high = limit;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (providerTokens(middle) <= limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    calls,
    providerTokens,
    countedTokens(limit) {
      if (answer?.limit !== limit) answer = { limit, counted: search(limit) };
      return answer.counted;
    },
  };
}

/** A report with less than this share of what was expected means that the prompt was cut. */
const TRUNCATED_SHARE = 0.5;

/** No model is run with a smaller window: a report below it does not count what was read. */
const MIN_READ_TOKENS = 256;

/**
 * Whether a provider read much less than it was sent: some servers cut a prompt that is longer than
 * their window without a word. Reports below `MIN_READ_TOKENS` are ignored.
 */
export function isTruncated(
  calibration: Calibration,
  { countedTokens, usage }: UsageSample,
): boolean {
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
export function isCutAgain(
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

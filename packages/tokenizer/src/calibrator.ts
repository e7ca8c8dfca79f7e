import { ConfigError, type LanguageModelUsage, toUsage, type Usage } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

/** A provider's report for one call, and the prediction for its prompt. */
export interface CalibrationSample {
  /** The prompt as it was counted before the call. */
  predictedTokens: number;
  /** The call's usage. For the total of several steps, set `steps`. */
  usage: Usage | LanguageModelUsage;
  /** Steps that the usage adds up; default 1. Nothing can be learned from several steps. */
  steps?: number;
}

/** Everything a calibrator knows; survives `JSON.stringify`. */
export interface CalibratorState {
  version: 1;
  /** Factors between predicted and actual growth, newest last, and their weights. */
  samples: Array<[logRatio: number, weight: number]>;
  /** Prompts of the newest calls: predicted, actual. */
  prompts: Array<[predictedTokens: number, actualTokens: number]>;
  /** Consecutive usages that contradict everything learned before. */
  rejected: number;
}

/** Corrects counts by what providers report. */
export interface Calibrator {
  /** Learns from a call; returns whether the usage was accepted. */
  recordUsage(sample: CalibrationSample): boolean;
  /** The prompt's tokens, corrected: what was reported last and the growth since, scaled. */
  calibrate(predictedTokens: number): number;
  /** Tokens for each predicted one; 1 before anything is known. */
  scale(): number;
  /** Growths that were learned from. */
  sampleCount(): number;
  /** The state that it has learned, as JSON; `createCalibrator` takes it back. */
  state(): CalibratorState;
}

/** The most samples kept: enough that a change of content shows slowly. */
const MAX_SAMPLES = 64;
const MAX_PROMPTS = 3;
/** With less growth, frames and injected notes dominate the ratio. */
const MIN_GROWTH_TOKENS = 40;
/** A growth of this many tokens weighs half as much as a very long one. */
const HALF_WEIGHT_TOKENS = 300;
/** Weight of the assumption that predictions are right, as if observed before the first call. */
const PRIOR_WEIGHT = 2;
/** A prompt that differs by more than this factor from the prediction is ignored… */
const MAX_FACTOR = 1.6;
/** …unless so many follow one another: then the conditions have changed. */
const MAX_REJECTED = 3;

/**
 * Learns the ratio of actual to predicted growth between calls as a weighted median of its
 * logarithm, which a few wrong reports cannot move. The first report also fixes what predictions
 * miss as a whole (hidden prompts). Reports without input tokens and those of several steps are
 * passed over; where cached tokens were left out of the input, they are added. Throws `ConfigError`
 * for a state that no calibrator made.
 */
export function createCalibrator(state?: CalibratorState): Calibrator {
  if (state !== undefined && !isState(state)) {
    throw new ConfigError(
      `createCalibrator takes what state() of a calibrator gave, not ${showValue(state)}. ` +
        'Leave it out to start over.',
    );
  }
  let samples = state?.samples.slice() ?? [];
  let prompts = state?.prompts.slice() ?? [];
  let rejected = state?.rejected ?? 0;

  function scale(): number {
    return Math.exp(weightedMedian([...samples, [0, PRIOR_WEIGHT]]));
  }

  /** The tokens that predictions lack in total: the median over the newest calls. */
  function offset(factor: number): number {
    return weightedMedian(
      prompts.map(([predicted, actual]) => [actual - factor * predicted, 1] as const),
    );
  }

  function calibrate(predictedTokens: number): number {
    const factor = scale();
    if (prompts.length === 0) return predictedTokens;
    return Math.max(0, Math.ceil(offset(factor) + factor * predictedTokens));
  }

  function recordUsage({ predictedTokens, usage, steps = 1 }: CalibrationSample): boolean {
    const actual = promptTokens(usage);
    if (steps !== 1 || actual <= 0 || !(predictedTokens > 0)) return false;
    if (prompts.length > 0 && isFar(actual, calibrate(predictedTokens))) {
      rejected++;
      if (rejected < MAX_REJECTED) return false;
      prompts = [];
    }
    rejected = 0;
    const last = prompts.at(-1);
    if (last !== undefined) learn(predictedTokens - last[0], actual - last[1]);
    prompts = [...prompts, [predictedTokens, actual] as [number, number]].slice(-MAX_PROMPTS);
    return true;
  }

  function learn(predictedGrowth: number, actualGrowth: number): void {
    if (predictedGrowth < MIN_GROWTH_TOKENS || actualGrowth < MIN_GROWTH_TOKENS) return;
    const weight = predictedGrowth / (predictedGrowth + HALF_WEIGHT_TOKENS);
    const sample: [number, number] = [Math.log(actualGrowth / predictedGrowth), weight];
    samples = [...samples, sample].slice(-MAX_SAMPLES);
  }

  return {
    recordUsage,
    calibrate,
    scale,
    sampleCount: () => samples.length,
    state: () => ({ version: 1, samples, prompts, rejected }),
  };
}

/** The whole prompt; some reports leave cached tokens out of the input. */
function promptTokens(reported: Usage | LanguageModelUsage): number {
  const usage = toUsage(reported);
  const cached = (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  return usage.inputTokens >= cached ? usage.inputTokens : usage.inputTokens + cached;
}

function isState(state: unknown): state is CalibratorState {
  if (typeof state !== 'object' || state === null) return false;
  const { version, samples, prompts, rejected } = state as Record<keyof CalibratorState, unknown>;
  return version === 1 && Number.isFinite(rejected) && [samples, prompts].every(arePairs);
}

function arePairs(list: unknown): boolean {
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite);
  return Array.isArray(list) && list.every(isPair);
}

function isFar(actual: number, expected: number): boolean {
  return actual > expected * MAX_FACTOR || actual < expected / MAX_FACTOR;
}

/** The value below and above which half of the weight lies; 0 for none. */
function weightedMedian(items: ReadonlyArray<readonly [value: number, weight: number]>): number {
  const sorted = items.toSorted((left, right) => left[0] - right[0]);
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let below = 0;
  for (const [value, weight] of sorted) {
    below += weight;
    if (below >= half) return value;
  }
  return 0;
}

import { createTokenizer, createCalibrator, describeModel } from '@everlong/tokenizer';

import { type GrowthSample, readGrowthSamples } from '@everlong/testing/recorded-growth';
import { median, quantile } from '@everlong/testing/statistics';

/** How well the growth of recorded prompts is predicted; errors are shares of the growth. */
export interface EstimateError {
  family: string;
  samples: number;
  sessions: number;
  medianError: number;
  /** Nine of ten errors are below. */
  highError: number;
  calibratedSamples: number;
  /** After 20 calls of the same session. */
  calibratedError: number;
  /** Sessions whose transcripts lack part of what the model saw, by their own median error. */
  worst: Array<{ session: string; samples: number; medianError: number }>;
}

const CALLS_TO_CALIBRATE = 20;
/** A session is named when its own median error is above this. */
const WORTH_NAMING = 0.12;

interface Prediction extends Omit<GrowthSample, 'messages'> {
  predictedTokens: number;
}

/** Empty when there are no transcripts. */
export async function measureEstimates(): Promise<EstimateError[]> {
  const families = new Map<string, Prediction[]>();
  for (const { messages, ...sample } of readGrowthSamples()) {
    if (sample.growthTokens <= 0) continue;
    const tokenizer = await createTokenizer({ model: sample.model });
    const predictedTokens = messages.reduce(
      (sum, message) => sum + tokenizer.countMessage(message),
      0,
    );
    const { family } = describeModel(sample.model);
    families.set(family, [...(families.get(family) ?? []), { ...sample, predictedTokens }]);
  }
  return [...families].map(([family, samples]) => summarize(family, samples));
}

function summarize(family: string, samples: Prediction[]): EstimateError {
  const sessions = Map.groupBy(samples, ({ session }) => session);
  const errors = samples.map((sample) => errorOf(sample, 1));
  const calibrated = [...sessions.values()].flatMap(calibratedErrors);
  return {
    family,
    samples: samples.length,
    sessions: sessions.size,
    medianError: median(errors),
    highError: quantile(errors, 0.9),
    calibratedSamples: calibrated.length,
    calibratedError: median(calibrated),
    worst: [...sessions]
      .map(([session, own]) => ({
        session,
        samples: own.length,
        medianError: median(own.map((sample) => errorOf(sample, 1))),
      }))
      .filter(({ medianError }) => medianError > WORTH_NAMING),
  };
}

function errorOf({ predictedTokens, growthTokens }: Prediction, scale: number): number {
  return Math.abs(predictedTokens * scale - growthTokens) / growthTokens;
}

/** Errors of the calls of one session after it was calibrated by those before. */
function calibratedErrors(samples: Prediction[]): number[] {
  const calibrator = createCalibrator();
  const errors: number[] = [];
  let predictedTokens = 0;
  let lastPrompt = 0;
  for (const sample of samples) {
    if (sample.callsBefore >= CALLS_TO_CALIBRATE) errors.push(errorOf(sample, calibrator.scale()));
    const before = sample.promptTokens - sample.growthTokens;
    // After a gap in the record the prompt before counts as a call of its own.
    if (before !== lastPrompt) {
      predictedTokens = predictedTokens === 0 ? before : predictedTokens + (before - lastPrompt);
      record(predictedTokens, before);
    }
    predictedTokens += sample.predictedTokens;
    record(predictedTokens, sample.promptTokens);
    lastPrompt = sample.promptTokens;
  }
  return errors;

  function record(predicted: number, actual: number): void {
    calibrator.recordUsage({
      predictedTokens: predicted,
      usage: { inputTokens: actual, outputTokens: 0 },
    });
  }
}

/** Logistic regression by gradient descent with momentum, on standardized features. */

export interface Example {
  x: readonly number[];
  /** 0 or 1. */
  y: number;
}

const STEPS = 250;
const RATE = 0.5;
const MOMENTUM = 0.9;
/** How strongly weights are drawn to 0, as if so many examples said nothing. */
const RIDGE = 3;

/** The weight of each feature, and the bias behind them, for features as they are. */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]?.x.length ?? 0;
  const { mean, spread } = moments(examples, size);
  const standardized = examples.map(({ x, y }) => ({
    x: x.map((value, at) => (value - (mean[at] ?? 0)) / (spread[at] ?? 1)),
    y,
  }));
  const weights = zeros(size);
  const speed = zeros(size);
  let bias = -2;
  let biasSpeed = 0;
  for (let step = 0; step < STEPS; step++) {
    const slope = zeros(size);
    let biasSlope = 0;
    for (const { x, y } of standardized) {
      const error = chance(weights, bias, x) - y;
      biasSlope += error;
      for (let at = 0; at < size; at++) slope[at] = (slope[at] ?? 0) + error * (x[at] ?? 0);
    }
    for (let at = 0; at < size; at++) {
      const pull = (slope[at] ?? 0) + RIDGE * (weights[at] ?? 0);
      speed[at] = MOMENTUM * (speed[at] ?? 0) + pull / examples.length;
      weights[at] = (weights[at] ?? 0) - RATE * (speed[at] ?? 0);
    }
    biasSpeed = MOMENTUM * biasSpeed + biasSlope / examples.length;
    bias -= RATE * biasSpeed;
  }
  const plain = weights.map((weight, at) => weight / (spread[at] ?? 1));
  return [...plain, plain.reduce((sum, weight, at) => sum - weight * (mean[at] ?? 0), bias)];
}

function chance(weights: readonly number[], bias: number, x: readonly number[]): number {
  const logOdds = x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias);
  return 1 / (1 + Math.exp(-logOdds));
}

function moments(examples: readonly Example[], size: number): { mean: number[]; spread: number[] } {
  const mean = zeros(size).map(
    (_, at) => examples.reduce((sum, { x }) => sum + (x[at] ?? 0), 0) / examples.length,
  );
  const spread = mean.map((centre, at) => {
    const squares = examples.reduce((sum, { x }) => sum + ((x[at] ?? 0) - centre) ** 2, 0);
    return Math.sqrt(squares / examples.length) || 1;
  });
  return { mean, spread };
}

function zeros(size: number): number[] {
  return Array.from({ length: size }, () => 0);
}

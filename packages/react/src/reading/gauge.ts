import type { ContextLevel, ContextState } from '@everlong/core';

/**
 * The levels of a `ContextState`, and `unknown` where there is none or its numbers are unusable.
 */
export type GaugeLevel = ContextLevel | 'unknown';

/** A `ContextState` as drawn: occupancy only, not billing. */
export interface Gauge {
  level: GaugeLevel;
  /** How much of the gauge is filled, limited to 0 to 1. */
  share: number;
  /**
   * The number beside the gauge, as the command line prints it: rounded down below 100, above 100
   * when the request is too big. `undefined`: unknown.
   */
  percent: number | undefined;
  marks: GaugeMark[];
}

/** The place on the gauge where a trigger fires. */
export interface GaugeMark {
  name: string;
  /** 0 to 1. */
  share: number;
  /** The share as a whole percentage. */
  percent: number;
}

const UNKNOWN: Gauge = { level: 'unknown', share: 0, percent: undefined, marks: [] };

/** The gauge for a state; `unknown` if the state is absent or its numbers are unusable. */
export function readGauge(state: ContextState | null | undefined): Gauge {
  const ratio = state?.ratio;
  if (!isAmount(ratio) || !isAmount(state?.used?.total)) return UNKNOWN;
  return {
    level: ratio > 1 ? 'over' : state.level,
    share: Math.min(ratio, 1),
    percent: percentOf(ratio),
    marks: marksOf(state),
  };
}

/**
 * Marks for triggers on the tokens that the gauge shows; triggers on other counts have none.
 */
function marksOf({ triggers, used, inputBudget }: ContextState): GaugeMark[] {
  return (triggers ?? [])
    .filter(({ value, limit }) => value === used?.total && isAmount(limit) && limit < inputBudget)
    .map(({ name, limit }) => ({
      name,
      share: limit / inputBudget,
      percent: Math.round((limit / inputBudget) * 100),
    }));
}

/** Whole percents; never rounded up to a limit that is not reached. */
export function percentOf(ratio: number): number {
  const percent = ratio * 100;
  // 0.29 × 100 is 28.999999999999996.
  return percent < 100 ? Math.floor(percent + 1e-9) : Math.round(percent);
}

/** A number that can be drawn: finite and not negative. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

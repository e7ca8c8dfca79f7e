import type { IndicatorValue } from './indicator-context.js';

/** The number of the gauge or "unknown"; marked as estimated if no tokenizer counted it. */
export function percentText({ state, gauge, format, strings }: IndicatorValue): string {
  if (gauge.percent === undefined) return strings.levels.unknown;
  const percent = format.percent(gauge.percent);
  return state?.source === 'heuristic' ? strings.estimated(percent) : percent;
}

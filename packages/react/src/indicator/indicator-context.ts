import type { ContextState } from '@everlong/core';
import { createContext, useContext } from 'react';

import type { Localized } from '../parts/locale.js';
import { type Gauge, readGauge } from '../reading/gauge.js';
import { createFormat } from '../reading/format.js';
import { type IndicatorStrings, indicatorStrings } from './indicator-strings.js';

/** How the meter is drawn. */
export type IndicatorVariant = 'bar' | 'ring' | 'text';

/** The values that the root passes to its parts. */
export interface IndicatorValue extends Localized<IndicatorStrings> {
  state: ContextState | null | undefined;
  gauge: Gauge;
  variant: IndicatorVariant;
}

export const IndicatorContext = /* @__PURE__ */ createContext<IndicatorValue>({
  state: undefined,
  gauge: readGauge(undefined),
  variant: 'bar',
  format: createFormat(),
  strings: indicatorStrings,
});

/** For parts of your own, below `ContextIndicatorRoot`. */
export function useContextIndicator(): IndicatorValue {
  return useContext(IndicatorContext);
}

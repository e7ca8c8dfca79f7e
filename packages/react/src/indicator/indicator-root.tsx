import type { ContextState } from '@everlong/core';
import { useMemo } from 'react';

import { createPart, type Part } from '../parts/create-part.js';
import { type LocaleProps, useLocale } from '../parts/locale.js';
import { readGauge } from '../reading/gauge.js';
import { type ManagerState, toContextState } from '../reading/read-context-state.js';
import { IndicatorContext, type IndicatorVariant } from './indicator-context.js';
import { IndicatorStatus } from './indicator-status.js';
import { type IndicatorStrings, indicatorStrings } from './indicator-strings.js';

/** Options of `ContextIndicator`. */
export interface ContextIndicatorProps extends LocaleProps<IndicatorStrings> {
  /** The state to show; without one, or with unusable numbers, the gauge is `unknown`. */
  state: ContextState | ManagerState | null | undefined;
  /** Default `bar`. */
  variant?: IndicatorVariant;
}

/** The root of an indicator: passes the state to its parts and announces thresholds. */
export const ContextIndicatorRoot: Part<'div', ContextIndicatorProps> = /* @__PURE__ */ createPart(
  'div',
  'context-indicator',
  ({ state: given, variant = 'bar', locale, strings: own, children, ...props }) => {
    const { format, strings } = useLocale({ locale, strings: own }, indicatorStrings);
    const state = useMemo(() => toContextState(given), [given]);
    const gauge = useMemo(() => readGauge(state), [state]);
    return {
      'data-state': gauge.level,
      'data-variant': variant,
      'data-source': gauge.level === 'unknown' ? undefined : state?.source,
      ...props,
      children: (
        <IndicatorContext.Provider value={{ state, gauge, variant, format, strings }}>
          {children}
          <IndicatorStatus level={gauge.level} crossed={strings.crossed} />
        </IndicatorContext.Provider>
      ),
    };
  },
);

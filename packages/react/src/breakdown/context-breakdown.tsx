import type { ContextState } from '@everlong/core';
import { createContext, type ReactElement, useContext, useMemo } from 'react';

import { type IndicatorStrings, indicatorStrings } from '../indicator/indicator-strings.js';
import { createPart, type Part } from '../parts/create-part.js';
import { type Localized, type LocaleProps, useLocale } from '../parts/locale.js';
import { type PartTokens, readComposition } from '../reading/composition.js';
import { readGauge } from '../reading/gauge.js';
import { type BreakdownStrings, breakdownStrings } from './breakdown-strings.js';

type Strings = BreakdownStrings & IndicatorStrings;

/** Options of `ContextBreakdown`. */
export interface ContextBreakdownProps extends LocaleProps<Strings> {
  /** The state to show; without one, or with unusable numbers, the level is `unknown`. */
  state: ContextState | null | undefined;
}

interface BreakdownValue extends Localized<Strings> {
  parts: readonly PartTokens[];
}

const DEFAULTS: Strings = { ...indicatorStrings, ...breakdownStrings };
const BreakdownContext = /* @__PURE__ */ createContext<BreakdownValue | undefined>(undefined);

/** Shows what fills the window, as segments with a legend and as a table. Children replace them. */
export const ContextBreakdown: Part<'div', ContextBreakdownProps> = /* @__PURE__ */ createPart(
  'div',
  'context-breakdown',
  ({ state, locale, strings: own, children, ...props }) => {
    const localized = useLocale({ locale, strings: own }, DEFAULTS);
    const parts = useMemo(() => readComposition(state), [state]);
    const { levels, context } = localized.strings;
    return {
      'data-state': readGauge(state).level,
      role: 'group',
      'aria-label': context,
      ...props,
      children:
        parts.length === 0 ? (
          levels.unknown
        ) : (
          <BreakdownContext.Provider value={{ ...localized, parts }}>
            {children ?? (
              <>
                <ContextBreakdownSegments />
                <ContextBreakdownLegend />
                <ContextBreakdownTable />
              </>
            )}
          </BreakdownContext.Provider>
        ),
    };
  },
);

/** The window as one bar, hidden from screen readers: legend and table say the same in words. */
export const ContextBreakdownSegments: Part<'div'> = /* @__PURE__ */ createPart(
  'div',
  'context-breakdown-segments',
  ({ children, ...props }) => {
    const value = useContext(BreakdownContext);
    return {
      'aria-hidden': true,
      ...props,
      children:
        children ??
        value?.parts.map(({ part, share }) => (
          <span
            key={part}
            data-slot="context-breakdown-segment"
            data-part={part}
            style={{ inlineSize: `${share * 100}%` }}
          />
        )),
    };
  },
);

/** The name and tokens of each segment. */
export const ContextBreakdownLegend: Part<'ul'> = /* @__PURE__ */ createPart(
  'ul',
  'context-breakdown-legend',
  ({ children, ...props }) => {
    const value = useContext(BreakdownContext);
    return {
      ...props,
      children:
        children ??
        value?.parts.map(({ part, tokens }) => (
          <li key={part} data-slot="context-breakdown-key" data-part={part}>
            <span data-slot="context-breakdown-swatch" aria-hidden="true" />
            {value.strings.parts[part]}{' '}
            <span data-slot="context-breakdown-tokens">{value.format.short(tokens)}</span>
          </li>
        )),
    };
  },
);

/** The exact numbers as a collapsible table. */
export const ContextBreakdownTable: Part<'details'> = /* @__PURE__ */ createPart(
  'details',
  'context-breakdown-table',
  ({ children, ...props }) => {
    const value = useContext(BreakdownContext);
    return {
      ...props,
      children: children ?? (value && <Table {...value} />),
    };
  },
);

function Table({ parts, strings, format }: BreakdownValue): ReactElement {
  return (
    <>
      <summary>{strings.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.part}</th>
            <th scope="col">{strings.tokensColumn}</th>
            <th scope="col">{strings.share}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, tokens, share }) => (
            <tr key={part} data-part={part}>
              <th scope="row">{strings.parts[part]}</th>
              <td>{format.number(tokens)}</td>
              <td>{format.percent(Math.round(share * 100))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

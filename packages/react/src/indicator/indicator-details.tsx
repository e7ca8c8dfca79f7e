import type { KeyboardEvent, ReactNode } from 'react';

import { createPart, type Part } from '../parts/create-part.js';
import { readComposition } from '../reading/composition.js';
import { useContextIndicator } from './indicator-context.js';
import { ContextIndicatorLabel } from './indicator-label.js';
import { ContextIndicatorRow } from './indicator-row.js';

/**
 * All details of the state, collapsed under the label: opened by click, tap, Enter or Space, closed
 * by Escape. Works before hydration.
 */
export const ContextIndicatorDetails: Part<'details', { label?: ReactNode }> =
  /* @__PURE__ */ createPart(
    'details',
    'context-indicator-details',
    ({ label, children, onKeyDown, ...props }) => ({
      onKeyDown: (event: KeyboardEvent<HTMLDetailsElement>) => {
        if (event.key === 'Escape' && event.currentTarget.open) {
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }
        onKeyDown?.(event);
      },
      ...props,
      children: (
        <>
          <summary data-slot="context-indicator-summary">
            {label ?? <ContextIndicatorLabel />}
          </summary>
          <div data-slot="context-indicator-panel">
            {children ?? (
              <>
                <ContextIndicatorRows />
                <ContextIndicatorSpend />
                <ContextIndicatorNotes />
              </>
            )}
          </div>
        </>
      ),
    }),
  );

/** The parts of the context and the triggers of compaction, one row each. */
export const ContextIndicatorRows: Part<'dl'> = /* @__PURE__ */ createPart(
  'dl',
  'context-indicator-rows',
  ({ children, ...props }) => {
    const { state, gauge, format, strings } = useContextIndicator();
    if (gauge.percent === undefined || !state) return null;
    return {
      ...props,
      children: children ?? (
        <>
          {readComposition(state).map(({ part, tokens }) => (
            <ContextIndicatorRow key={part} data-part={part} term={strings.parts[part]}>
              {format.number(tokens)}
            </ContextIndicatorRow>
          ))}
          {(state.triggers ?? []).map(({ name, value, limit }) => (
            <ContextIndicatorRow key={name} data-trigger={name} term={strings.trigger(name)}>
              {strings.tokens(format.number(value), format.number(limit))}
            </ContextIndicatorRow>
          ))}
        </>
      ),
    };
  },
);

/** Shows the tokens billed so far; never part of the gauge. */
export const ContextIndicatorSpend: Part<'dl'> = /* @__PURE__ */ createPart(
  'dl',
  'context-indicator-spend',
  ({ children, ...props }) => {
    const { state, format, strings } = useContextIndicator();
    if (!state?.spend) return null;
    return {
      ...props,
      children: children ?? (
        <ContextIndicatorRow term={strings.spent}>
          {strings.billed(state.spend, format)}
        </ContextIndicatorRow>
      ),
    };
  },
);

/** Notes that the next request will compact, or that the window is a guess. */
export const ContextIndicatorNotes: Part<'ul'> = /* @__PURE__ */ createPart(
  'ul',
  'context-indicator-notes',
  ({ children, ...props }) => {
    const { state, strings } = useContextIndicator();
    const notes = state
      ? [
          state.willCompact && strings.willCompact(state.next.reason),
          state.windowWarning !== undefined && strings.guessedWindow,
        ].filter((note) => note !== false)
      : [];
    if (notes.length === 0 && children === undefined) return null;
    return { ...props, children: children ?? notes.map((note) => <li key={note}>{note}</li>) };
  },
);

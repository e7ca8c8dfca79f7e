import { createPart, type Part } from '../parts/create-part.js';
import { useContextIndicator } from './indicator-context.js';
import { percentText } from './percent-text.js';

/** The numbers as text: percent, tokens, and the level unless it is normal. */
export const ContextIndicatorLabel: Part<'span'> = /* @__PURE__ */ createPart(
  'span',
  'context-indicator-label',
  ({ children, ...props }) => {
    const value = useContextIndicator();
    const { state, gauge, variant, format, strings } = value;
    const { level, percent } = gauge;
    const known = percent !== undefined && state;
    return {
      'data-state': level,
      ...props,
      children: children ?? (
        <>
          {variant === 'text' ? (
            strings.context
          ) : (
            <span data-slot="context-indicator-percent">{percentText(value)}</span>
          )}
          {known && (
            <>
              {' '}
              <span data-slot="context-indicator-tokens">
                {strings.tokens(format.short(state.used.total), format.short(state.inputBudget))}
              </span>
            </>
          )}
          {known && strings.levels[level] !== '' && (
            <>
              {' '}
              <span data-slot="context-indicator-level">{strings.levels[level]}</span>
            </>
          )}
        </>
      ),
    };
  },
);

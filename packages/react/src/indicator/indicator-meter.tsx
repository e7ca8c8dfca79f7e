import type { ReactElement } from 'react';

import { createPart, type Part } from '../parts/create-part.js';
import type { Gauge, GaugeMark } from '../reading/gauge.js';
import { type IndicatorValue, useContextIndicator } from './indicator-context.js';
import { percentText } from './percent-text.js';

/** The gauge itself: a bar, a ring or the number, with the ARIA role `meter`. */
export const ContextIndicatorMeter: Part<'div'> = /* @__PURE__ */ createPart(
  'div',
  'context-indicator-meter',
  ({ children, ...props }) => {
    const value = useContextIndicator();
    const { gauge, variant, strings } = value;
    const { percent, level } = gauge;
    const drawn =
      variant === 'bar' ? (
        <Bar {...gauge} />
      ) : variant === 'ring' ? (
        <Ring {...gauge} />
      ) : (
        percentText(value)
      );
    return {
      'data-state': level,
      'aria-label':
        percent === undefined ? `${strings.context}: ${strings.levels.unknown}` : strings.context,
      // The role `meter` requires a value.
      ...(percent === undefined
        ? { role: 'img' }
        : {
            role: 'meter',
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.min(percent, 100),
            'aria-valuetext': spokenValue(value),
          }),
      ...props,
      children: children ?? drawn,
    };
  },
);

function Bar({ share, marks }: Gauge): ReactElement {
  return (
    <>
      <span data-slot="context-indicator-fill" style={{ inlineSize: `${share * 100}%` }} />
      {marks.map((mark) => (
        <span
          key={mark.name}
          data-slot="context-indicator-mark"
          data-trigger={mark.name}
          style={{ insetInlineStart: `${mark.share * 100}%` }}
        />
      ))}
    </>
  );
}

/** The circumference is 100 units long and begins at the top. */
function Ring({ share, marks }: Gauge): ReactElement {
  return (
    <svg viewBox="0 0 36 36" width="1.25em" height="1.25em" fill="none" aria-hidden="true">
      <circle data-slot="context-indicator-track" {...CIRCLE} />
      {share > 0 && (
        <circle
          data-slot="context-indicator-fill"
          {...CIRCLE}
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
          transform="rotate(-90 18 18)"
        />
      )}
      {marks.map((mark) => (
        <RingMark key={mark.name} {...mark} />
      ))}
    </svg>
  );
}

const CIRCLE = { cx: 18, cy: 18, r: 15, strokeWidth: 5, stroke: 'currentColor' };

function RingMark({ name, share }: GaugeMark): ReactElement {
  return (
    <path
      data-slot="context-indicator-mark"
      data-trigger={name}
      d="M18 0v6"
      stroke="currentColor"
      strokeWidth={1.5}
      transform={`rotate(${share * 360} 18 18)`}
    />
  );
}

/** "45,000 of 195,904 tokens, 23%, summarizes at 75%" */
function spokenValue({ state, gauge, format, strings }: IndicatorValue): string {
  const { percent = 0, share, marks } = gauge;
  const next = marks
    .filter((mark) => mark.share > share)
    .toSorted((left, right) => left.share - right.share)[0];
  return strings.spoken(
    format.number(state?.used.total ?? 0),
    format.number(state?.inputBudget ?? 0),
    format.percent(percent),
    next && format.percent(next.percent),
  );
}

import type { ReactNode } from 'react';

import { createPart, type Part } from '../parts/create-part.js';

/** A term and its value, inside a `dl`. */
export const ContextIndicatorRow: Part<'div', { term: ReactNode }> = /* @__PURE__ */ createPart(
  'div',
  'context-indicator-row',
  ({ term, children, ...props }) => ({
    ...props,
    children: (
      <>
        <dt>{term}</dt>
        <dd>{children}</dd>
      </>
    ),
  }),
);

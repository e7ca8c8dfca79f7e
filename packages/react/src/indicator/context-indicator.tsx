import { type ComponentPropsWithoutRef, forwardRef } from 'react';

import type { Part } from '../parts/create-part.js';
import { ContextIndicatorDetails } from './indicator-details.js';
import { ContextIndicatorMeter } from './indicator-meter.js';
import { type ContextIndicatorProps, ContextIndicatorRoot } from './indicator-root.js';

/**
 * How full the context is: a meter with its marks, and collapsible details. Children replace both.
 */
export const ContextIndicator: Part<'div', ContextIndicatorProps> = /* @__PURE__ */ forwardRef<
  HTMLDivElement,
  ComponentPropsWithoutRef<'div'> & ContextIndicatorProps
>(function ContextIndicator({ children, ...props }, ref) {
  return (
    <ContextIndicatorRoot {...props} ref={ref}>
      {children ?? (
        <>
          <ContextIndicatorMeter />
          <ContextIndicatorDetails />
        </>
      )}
    </ContextIndicatorRoot>
  );
});

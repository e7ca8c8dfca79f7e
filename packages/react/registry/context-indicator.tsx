'use client';

import {
  ContextIndicatorDetails,
  ContextIndicatorMeter,
  type ContextIndicatorProps,
  ContextIndicatorRoot,
} from '@everlong/react';
import '@everlong/react/styles.css';
import type { ComponentProps } from 'react';

/** How full the context is. Restyle it here: parts and states have `data-slot` and `data-state`. */
export function ContextIndicator(props: ComponentProps<'div'> & ContextIndicatorProps) {
  return (
    <ContextIndicatorRoot {...props}>
      <ContextIndicatorMeter />
      <ContextIndicatorDetails />
    </ContextIndicatorRoot>
  );
}

'use client';

import {
  ContextBreakdown as ContextBreakdownRoot,
  ContextBreakdownLegend,
  type ContextBreakdownProps,
  ContextBreakdownSegments,
  ContextBreakdownTable,
} from '@everlong/react';
import '@everlong/react/styles.css';
import type { ComponentProps } from 'react';

/** What fills the window. */
export function ContextBreakdown(props: ComponentProps<'div'> & ContextBreakdownProps) {
  return (
    <ContextBreakdownRoot {...props}>
      <ContextBreakdownSegments />
      <ContextBreakdownLegend />
      <ContextBreakdownTable />
    </ContextBreakdownRoot>
  );
}

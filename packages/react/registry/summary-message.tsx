'use client';

import {
  SummaryMessage as SummaryMessageRoot,
  type SummaryMessageProps,
  SummaryMessageSections,
  SummaryMessageVerification,
} from '@everlong/react';
import '@everlong/react/styles.css';
import type { ComponentProps } from 'react';

/** A summary in place of the messages that it covers, folded. */
export function SummaryMessage(props: ComponentProps<'details'> & SummaryMessageProps) {
  return (
    <SummaryMessageRoot {...props}>
      <SummaryMessageSections />
      <SummaryMessageVerification />
    </SummaryMessageRoot>
  );
}

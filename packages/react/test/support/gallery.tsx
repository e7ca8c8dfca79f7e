import {
  CompactionDivider,
  ContextBreakdown,
  ContextIndicator,
  SummaryMessage,
} from '@everlong/react';
import '@everlong/react/styles.css';
import type { CSSProperties, ReactElement, ReactNode } from 'react';

import { sampleStates, stateAt } from './states.js';
import {
  anthropicMessage,
  compactionPart,
  harnessMessage,
  insertedMessage,
  openaiMessage,
} from './summaries.js';

/** Every part in every state. */
export const gallery: Readonly<Record<string, ReactNode>> = {
  'indicator-bar': sampleStates.map(({ name, state }) => (
    <ContextIndicator key={name} state={state} />
  )),
  'indicator-ring': sampleStates.map(({ name, state }) => (
    <ContextIndicator key={name} state={state} variant="ring" />
  )),
  'indicator-text': sampleStates.map(({ name, state }) => (
    <ContextIndicator key={name} state={state} variant="text" />
  )),
  'indicator-details': (
    <div style={{ minBlockSize: 330 }}>
      <OpenIndicator />
    </div>
  ),
  breakdown: [0.29, 1.5].map((ratio) => <ContextBreakdown key={ratio} state={stateAt(ratio)} />),
  'breakdown-unknown': <ContextBreakdown state={undefined} />,
  summary: <SummaryMessage message={compactionPart} open />,
  'summary-folded': <SummaryMessage message={compactionPart} />,
  'summary-inserted': <SummaryMessage message={insertedMessage} open />,
  'summary-providers': [openaiMessage, anthropicMessage, harnessMessage].map((message) => (
    <SummaryMessage key={message.id} message={message} open />
  )),
  divider: (
    <>
      <CompactionDivider compaction={compactionPart} />
      <CompactionDivider compaction={{ ...compactionPart.data, kind: 'mask' }} />
      <CompactionDivider compaction={{ ...compactionPart.data, kind: 'trim' }} />
      <CompactionDivider status="running" />
      <CompactionDivider status="failed" />
    </>
  ),
};

function OpenIndicator(): ReactElement {
  return (
    <ContextIndicator
      ref={(root) => {
        root?.querySelector('details')?.setAttribute('open', '');
      }}
      state={stateAt(0.95, { windowWarning: 'a guess' })}
    />
  );
}

export type Scheme = 'light' | 'dark';

/** A page that holds parts, in one colour scheme and direction of text. */
export function Sheet({
  scheme,
  dir,
  children,
}: {
  scheme: Scheme;
  dir: 'ltr' | 'rtl';
  children: ReactNode;
}): ReactElement {
  const style: CSSProperties = {
    colorScheme: scheme,
    background: scheme === 'dark' ? '#0c0a09' : '#fff',
    fontFamily: 'sans-serif',
    display: 'grid',
    gap: 12,
    padding: 16,
  };
  return (
    <main dir={dir} style={style}>
      {children}
    </main>
  );
}

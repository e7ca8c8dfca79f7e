import { useMemo } from 'react';

import { createPart, type Part } from '../parts/create-part.js';
import { type LocaleProps, useLocale } from '../parts/locale.js';
import { readSummary } from '../reading/read-summary.js';
import { type CompactionStrings, compactionStrings } from './compaction-strings.js';

/** Options of `CompactionDivider`. */
export interface CompactionDividerProps extends LocaleProps<CompactionStrings> {
  /** As for `SummaryMessage`; not needed for a running or failed compaction. */
  compaction?: unknown;
  /** Default `done`. */
  status?: 'done' | 'running' | 'failed';
  /** Progress of a running compaction from 0 to 1, if known. */
  progress?: number | undefined;
}

/** A line between messages: the model sees a summary of everything above it. */
export const CompactionDivider: Part<'div', CompactionDividerProps> = /* @__PURE__ */ createPart(
  'div',
  'compaction-divider',
  ({ compaction, status = 'done', progress, locale, strings: own, children, ...props }) => {
    const { format, strings } = useLocale({ locale, strings: own }, compactionStrings);
    const summary = useMemo(() => readSummary(compaction), [compaction]);
    const title = summary && strings.title(summary, format);
    if (status === 'done' && title === undefined && children === undefined) return null;
    const text = status === 'done' ? title : strings[status];
    return {
      'data-state': status,
      'data-kind': summary?.kind,
      'aria-label': text,
      ...(status === 'running'
        ? { role: 'progressbar', ...progressAttributes(progress) }
        : { role: status === 'failed' ? 'alert' : 'separator' }),
      ...props,
      children: children ?? <span data-slot="compaction-divider-label">{text}</span>,
    };
  },
);

function progressAttributes(progress: number | undefined): object {
  if (progress === undefined) return {};
  const percent = Math.round(Math.min(1, Math.max(0, progress)) * 100);
  return { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent };
}

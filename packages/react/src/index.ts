'use client';

export {
  type ContextPart,
  type ContextState,
  createFormat,
  type Format,
  type Gauge,
  type GaugeLevel,
  type GaugeMark,
  isContextSummary,
  type ManagerState,
  type PartTokens,
  readComposition,
  readContextState,
  readError,
  readGauge,
  readSummary,
  type SummaryInfo,
  type SummaryOrigin,
  type SummarySection,
} from './server.js';
export { ContextIndicator } from './indicator/context-indicator.js';
export { type ContextIndicatorProps, ContextIndicatorRoot } from './indicator/indicator-root.js';
export { ContextIndicatorMeter } from './indicator/indicator-meter.js';
export { ContextIndicatorLabel } from './indicator/indicator-label.js';
export { ContextIndicatorRow } from './indicator/indicator-row.js';
export {
  ContextIndicatorDetails,
  ContextIndicatorNotes,
  ContextIndicatorRows,
  ContextIndicatorSpend,
} from './indicator/indicator-details.js';
export {
  type IndicatorValue,
  type IndicatorVariant,
  useContextIndicator,
} from './indicator/indicator-context.js';
export type { IndicatorStrings } from './indicator/indicator-strings.js';
export {
  ContextBreakdown,
  ContextBreakdownLegend,
  type ContextBreakdownProps,
  ContextBreakdownSegments,
  ContextBreakdownTable,
} from './breakdown/context-breakdown.js';
export type { BreakdownStrings } from './breakdown/breakdown-strings.js';
export { CompactionDivider, type CompactionDividerProps } from './compaction/compaction-divider.js';
export {
  SummaryMessage,
  type SummaryMessageProps,
  SummaryMessageSections,
  SummaryMessageTitle,
  SummaryMessageVerification,
  useSummary,
} from './compaction/summary-message.js';
export type { CompactionStrings } from './compaction/compaction-strings.js';
export { ContextLocaleProvider, type LocaleProps } from './parts/locale.js';
export type { Part } from './parts/create-part.js';
export { type Compaction, type CompactionOptions, useCompaction } from './hooks/use-compaction.js';
export {
  type ContextSource,
  type ContextStore,
  useContextState,
} from './hooks/use-context-state.js';
export type { ListedSession } from './hooks/use-session-list.js';
export { type Sessions, type SessionsClient, useSessions } from './hooks/use-sessions.js';

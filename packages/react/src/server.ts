export type { ContextState } from '@everlong/core';
export { type ContextPart, type PartTokens, readComposition } from './reading/composition.js';
export { createFormat, type Format } from './reading/format.js';
export { type Gauge, type GaugeLevel, type GaugeMark, readGauge } from './reading/gauge.js';
export { readError } from './reading/read-error.js';
export { type ManagerState, readContextState } from './reading/read-context-state.js';
export { isContextSummary, readSummary } from './reading/read-summary.js';
export type { SummaryInfo, SummaryOrigin, SummarySection } from './reading/summary-info.js';

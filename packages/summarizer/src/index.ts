export { type ExtractedValue, extractValues } from './extract-values.js';
export { holdsValue } from './holds-value.js';
export { entrySegments, entryText, type Segment } from './entry-segments.js';
export { MAX_LEDGER_ITEMS, rankLedger, updateLedger } from './ledger.js';
export { renderLedger, type RenderLedgerOptions } from './render-ledger.js';
export { redactSecrets } from './redact-secrets.js';
export { createExtractiveSummarizer } from './extractive-summarizer.js';

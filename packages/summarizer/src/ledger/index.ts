export { extractValues } from '../values/extract-values.js';
export type { ExtractedValue } from '../values/extracted-value.js';
export { holdsValue } from '../values/holds-value.js';
export { mergeLedgers, rankLedger, updateLedger } from './ledger.js';
export { type RenderedLedger, renderLedger, type RenderLedgerOptions } from './render-ledger.js';

export { extractValues } from '../values/extract-values.js';
export type { ExtractedValue } from '../values/extracted-value.js';
export { holdsValue } from '../values/holds-value.js';
export { mergeLedgers, updateLedger } from './ledger.js';
export { rankLedger } from './rank-ledger.js';
export { type RenderedLedger, renderLedger, type RenderLedgerOptions } from './render-ledger.js';
export type { LedgerItem, LedgerPlace, Speaker, ValueKind } from '@everlong/core';

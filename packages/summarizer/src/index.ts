export { extractValues } from './values/extract-values.js';
export type { ExtractedValue } from './values/extracted-value.js';
export { holdsValue } from './values/holds-value.js';
export { mergeLedgers, rankLedger, updateLedger } from './ledger/ledger.js';
export {
  type RenderedLedger,
  renderLedger,
  type RenderLedgerOptions,
} from './ledger/render-ledger.js';
export { entrySegments, entryText, type Segment } from './reading/entry-segments.js';
export { isProgramMessage } from './reading/program-messages.js';
export { redactEntries } from './reading/redact-entries.js';
export { formatSections } from './sections/format-sections.js';
export { parseSections, type ParseSectionsOptions } from './sections/parse-sections.js';
export { SECTION_NAMES, type SectionName, type Sections } from './sections/section-names.js';
export { snapshotSectionsSchema } from './sections/sections-schema.js';
export { createSourceIndex, type SourceIndex } from './verify/source-index.js';
export { type VerifiedSections, verifySections } from './verify/verify-sections.js';
export { lostFrom, type LostFrom } from './verify/lost-from.js';
export { keepConstraints } from './verify/keep-constraints.js';
export { ACCOUNT_HEADINGS } from './account/account-sections.js';
export { createExtractiveSummarizer } from './account/extractive-summarizer.js';
export type { Compactify, CompactifyInput, CompactifyResult } from './model/compactify.js';
export {
  createProviderCompactor,
  type ProviderCompactorOptions,
} from './model/provider-compactor.js';
export { createSummarizer } from './model/model-summarizer.js';
export type { SummarizerOptions, SummarizerSettings } from './model/summarizer-options.js';

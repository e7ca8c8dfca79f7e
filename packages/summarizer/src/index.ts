export {
  extractValues,
  type ExtractedValue,
  holdsValue,
  mergeLedgers,
  rankLedger,
  type RenderedLedger,
  renderLedger,
  type RenderLedgerOptions,
  updateLedger,
} from './ledger/index.js';
export { constraintsInForce } from './constraints/constraints-section.js';
export { constraintsOf } from './constraints/find-constraints.js';
export { entrySegments, entryText, type Segment } from './reading/entry-segments.js';
export { isProgramMessage } from './reading/program-messages.js';
export { redactEntries } from './reading/redact-entries.js';
export { formatSections } from './sections/format-sections.js';
export { parseSections, type ParseSectionsOptions } from './sections/parse-sections.js';
export { SECTION_NAMES, type SectionName, type Sections } from './sections/section-names.js';
export { snapshotSectionsSchema } from './sections/sections-schema.js';
export { createSourceIndex, type SourceIndex } from './sections/source-index.js';
export { type VerifiedSections, verifySections } from './sections/verify-sections.js';
export { createConstraintsSnapshot } from './snapshot/constraints-snapshot.js';
export { createExtractiveSummarizer } from './snapshot/extractive-summarizer.js';
export { formatForReading } from './snapshot/format-for-reading.js';
export { keepConstraints } from './snapshot/keep-constraints.js';
export {
  type CurrentStatusOptions,
  withCurrentStatuses,
} from './snapshot/with-current-statuses.js';
export type { Compactify, CompactifyInput, CompactifyResult } from './model/compactify.js';
export { createSummarizer } from './model/model-summarizer.js';
export type { SummarizerOptions, SummarizerSettings } from './model/summarizer-options.js';

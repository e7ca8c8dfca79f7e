/** Parts that authors of stores need besides the port `Store`: codec, checks and search. */
export { checkName, createId, isSafeName } from './base/identifiers.js';
export { MESSAGE_FORMAT } from './log/entry.js';
export { decodePlaced, toEntry } from './log/entry-codec.js';
export {
  decodeValue,
  type EncodeOptions,
  encodeValue,
  type MediaBlob,
} from './messages/message-codec.js';
export { checkStoredRecord, isReadableRecord } from './log/stored-record.js';
export {
  completeRecord,
  epochAfter,
  isWithdrawn,
  remainingRanges,
  type SeqRange,
  withdrawnRanges,
} from './log/withdrawn-entries.js';
export { searchableText } from './messages/message-text.js';
export { checkStoredMessage } from './messages/stored-message.js';
export { checkRecordInput } from './store/check-record-input.js';
export { checkExpectedEpoch, checkExpectedSeq, selectSeqs } from './store/store-checks.js';
export { createSearchHits, type SearchHits } from './store/search-hits.js';
export {
  checkEntryInputs,
  checkListOptions,
  checkMedia,
  checkMediaHash,
  checkReadOptions,
  checkReadRecordsOptions,
  checkSearch,
  checkSessionId,
  checkSessionInput,
  checkSessionPatch,
  readExpectedEpoch,
  readExpectedSeq,
} from './store/store-arguments.js';
export { selectSessions } from './store/select-sessions.js';
export { DEFAULT_TENANT, storeOwner, tenantsOf } from './store/tenants.js';
export { isPrefix, searchExcerpt, searchScore, searchTerms } from './store/text-search.js';
export { characterPairs, unspacedCharacters, unspacedRuns } from './text/unspaced-scripts.js';

/** What authors of stores need besides the port `Store`: codec, checks and search. */
export { checkName, createId } from './base/identifiers.js';
export { MESSAGE_FORMAT } from './log/entry.js';
export { decodeEntry, decodePlaced, encodeEntry, toEntry } from './log/entry-codec.js';
export {
  decodeValue,
  type EncodeOptions,
  encodeValue,
  type MediaBlob,
  mediaHashes,
} from './messages/message-codec.js';
export { checkExpectedEpoch, checkExpectedSeq, selectSeqs } from './store/store-checks.js';
export {
  bestHits,
  matchEntry,
  searchExcerpt,
  searchScore,
  searchWords,
} from './store/text-search.js';

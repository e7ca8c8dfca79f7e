export type { JsonObject, JsonValue } from './base/json-value.js';
export type {
  AssistantMessage,
  AssistantPart,
  CustomPart,
  DataContent,
  FileData,
  FilePart,
  ImagePart,
  MessagePart,
  ModelMessage,
  ProviderOptions,
  ReasoningFilePart,
  ReasoningPart,
  SystemMessage,
  TextPart,
  ToolApprovalRequest,
  ToolApprovalResponse,
  ToolCallPart,
  ToolMessage,
  ToolPart,
  ToolResultContent,
  ToolResultOutput,
  ToolResultPart,
  UserMessage,
  UserPart,
} from './messages/message.js';
export { parseMessage } from './messages/message-schema.js';
export { normalizeMessage } from './messages/normalize-message.js';
export { isErrorOutput, jsonText, messageText, toolOutputText } from './messages/message-text.js';
export {
  type Entry,
  type EntryInput,
  type EntryMetadata,
  isUserEntry,
  MESSAGE_FORMAT,
  type Origin,
  originOf,
} from './log/entry.js';
export { decodeEntry, decodePlaced, encodeEntry, toEntry } from './log/entry-codec.js';
export {
  base64ToBytes,
  bytesToBase64,
  decodeValue,
  type EncodeOptions,
  encodeValue,
  type MediaBlob,
  mediaHashes,
} from './messages/message-codec.js';
export {
  type Exchange,
  groupExchanges,
  toolApprovalsOf,
  toolCallsOf,
  toolResultsOf,
} from './messages/exchanges.js';
export { addUsage, type LanguageModelUsage, toUsage, type Usage } from './base/usage.js';
export type {
  AttemptRecord,
  CompactionRecord,
  Disposition,
  EntryRange,
  EpochInputs,
  ForkRecord,
  InjectionRecord,
  InputsRecord,
  LimitRecord,
  NoteRecord,
  PinRecord,
  SessionRecord,
  StoredRecord,
  SyntheticResultsRecord,
  TextCut,
  UsageRecord,
} from './log/record.js';
export type {
  FileState,
  LedgerItem,
  LedgerPlace,
  Snapshot,
  SnapshotSpan,
  SnapshotVerification,
  Speaker,
  ValueKind,
} from './log/snapshot.js';
export type { SessionInfo, SessionInput, SessionPatch } from './store/session-info.js';
export type {
  ListSessionsOptions,
  ReadOptions,
  ReadRecordsOptions,
  SearchHit,
  SearchOptions,
  Store,
} from './store/store.js';
export { checkExpectedEpoch, checkExpectedSeq, selectSeqs } from './store/store-checks.js';
export { createMemoryStore } from './store/memory-store.js';
export {
  bestHits,
  matchEntry,
  searchExcerpt,
  searchScore,
  searchWords,
} from './store/text-search.js';
export { snapshotSpans } from './log/snapshot-spans.js';
export type { CountSource, Tokenizer } from './log/tokenizer.js';
export { hasCacheMarker, withoutCacheMarkers } from './messages/cache-markers.js';
export type { LiveRequest, SummarizeInput, SummarizeResult, Summarizer } from './log/summarizer.js';
export {
  ConfigError,
  ContextOverflowError,
  CorruptRecordError,
  type ErrorCode,
  EverlongError,
  SessionNotFoundError,
  StoreConflictError,
  SummarizationError,
  UnsupportedFormatError,
} from './base/errors.js';
export { checkName, createId } from './base/identifiers.js';
export { MIN_LIMIT_TOKENS, type OverflowReport, readOverflowError } from './base/overflow-error.js';
export { largestThatFits } from './base/largest-that-fits.js';
export { plainLines } from './base/plain-lines.js';
export { mapTexts, redactMessage } from './messages/map-texts.js';
export { exitCodeOf } from './base/exit-code.js';
export { sha256Hex } from './base/sha256.js';
export { untilAborted } from './base/until-aborted.js';

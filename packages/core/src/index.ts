export type { JsonObject, JsonValue } from './json-value.js';
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
} from './message.js';
export { parseMessage } from './message-schema.js';
export { normalizeMessage } from './normalize-message.js';
export { isErrorOutput, jsonText, messageText, toolOutputText } from './message-text.js';
export {
  type Entry,
  type EntryInput,
  type EntryMetadata,
  isUserEntry,
  MESSAGE_FORMAT,
  type Origin,
  originOf,
} from './entry.js';
export { decodeEntry, decodePlaced, encodeEntry, toEntry } from './entry-codec.js';
export {
  base64ToBytes,
  bytesToBase64,
  decodeValue,
  type EncodeOptions,
  encodeValue,
  type MediaBlob,
  mediaHashes,
} from './message-codec.js';
export {
  type Exchange,
  groupExchanges,
  toolApprovalsOf,
  toolCallsOf,
  toolResultsOf,
} from './exchanges.js';
export { addUsage, type LanguageModelUsage, toUsage, type Usage } from './usage.js';
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
} from './record.js';
export type {
  FileState,
  LedgerItem,
  LedgerPlace,
  Snapshot,
  SnapshotSpan,
  SecretPrints,
  SnapshotVerification,
  Speaker,
  ValueKind,
} from './snapshot.js';
export type { SessionInfo, SessionInput, SessionPatch } from './session-info.js';
export type {
  ListSessionsOptions,
  ReadOptions,
  ReadRecordsOptions,
  SearchHit,
  SearchOptions,
  Store,
} from './store.js';
export { checkExpectedEpoch, checkExpectedSeq, selectSeqs } from './store-checks.js';
export { createMemoryStore } from './memory-store.js';
export { bestHits, matchEntry, searchExcerpt, searchScore, searchWords } from './text-search.js';
export { snapshotSpans } from './snapshot-spans.js';
export type { CountSource, Tokenizer } from './tokenizer.js';
export { hasCacheMarker, withoutCacheMarkers } from './cache-markers.js';
export type { LiveRequest, SummarizeInput, SummarizeResult, Summarizer } from './summarizer.js';
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
} from './errors.js';
export { checkName, createId } from './identifiers.js';
export { plainLines } from './plain-lines.js';
export { redactSecrets } from './redact-secrets.js';
export { mapStrings } from './map-strings.js';
export { mapTexts, redactMessage } from './map-texts.js';
export { exitCodeOf } from './exit-code.js';
export { sha256Hex } from './sha256.js';
export { untilAborted } from './until-aborted.js';

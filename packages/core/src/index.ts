export type { AiSdkEmbeddingModel, AiSdkLanguageModel } from './base/ai-sdk-model.js';
export type { JsonObject, JsonValue } from './base/json-value.js';
export type { AiSdk6Message } from './messages/ai-sdk-6-message.js';
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
export { isErrorOutput, messageText, toolOutputText } from './messages/message-text.js';
export {
  type Entry,
  type EntryInput,
  type EntryMetadata,
  isUserEntry,
  type Origin,
  originOf,
} from './log/entry.js';
export { toolCallsOf, toolResultsOf } from './messages/exchanges.js';
export type { ToolKind, ToolKinds } from './tool-calls/tool-kind.js';
export { parseUsage, type ReportedUsage } from './base/provider-usage.js';
export { addUsage, type LanguageModelUsage, toUsage, type Usage } from './base/usage.js';
export type {
  CompactionRecord,
  Disposition,
  EntryRange,
  EpochInputs,
  InjectedMemory,
  InjectionRecord,
  InputChange,
  LineRange,
  NoteRecord,
  CompactionRequestRecord,
  ContextNoteRecord,
  RememberedItem,
  RememberedProfile,
  RewindRecord,
  ResourceState,
  SessionRecord,
  StoredRecord,
  TextCut,
  UsageRecord,
} from './log/record.js';
export type {
  FileState,
  LedgerItem,
  Snapshot,
  SnapshotVerification,
  Speaker,
  ValueKind,
} from './log/snapshot.js';
export type { ProviderBlock } from './log/provider-block.js';
export type {
  ProviderCompaction,
  ProviderCompactor,
  ProviderCompactRequest,
} from './log/provider-compactor.js';
export type { SessionInfo, SessionInput, SessionPatch } from './store/session-info.js';
export type { StoreFinding } from './store/store-finding.js';
export type {
  ListSessionsOptions,
  ReadOptions,
  ReadRecordsOptions,
  SearchHit,
  SearchOptions,
  Store,
} from './store/store.js';
export { createMemoryStore } from './store/memory-store.js';
export type {
  FactInput,
  FactKind,
  FactSource,
  MemoryFact,
  MemorySource,
  Trust,
} from './memory/fact.js';
export type {
  AsOf,
  EntityOptions,
  FlushResult,
  ForgetOptions,
  ForgetReceipt,
  ForgetSelector,
  Learning,
  LearningsOptions,
  ListFactsOptions,
  Memory,
  MemoryEntity,
  MemoryEntry,
  MemoryHit,
  MemoryProfile,
  NameMerge,
  NoteInput,
  NoteResult,
  ObserveOptions,
  ObserveResult,
  ProfileOptions,
  RecallOptions,
  Recalled,
  RebuildResult,
  RecallResult,
  WithdrawResult,
} from './memory/memory.js';
export type {
  CandidateQuery,
  DocumentFilter,
  DocumentPlace,
  DocumentVector,
  FactFilter,
  IndexChanges,
  IndexedSession,
  MemoryIndex,
  ScopeState,
  StoredDocument,
  StoredFact,
  TermFrequencies,
} from './memory/memory-index.js';
export type {
  ContextLevel,
  ContextState,
  ContextTrigger,
  Truncation,
} from './log/context-state.js';
export type {
  ContextCompactionData,
  ContextDataParts,
  ContextStatusData,
} from './log/context-data-parts.js';
export type { CountSource, Tokenizer } from './log/tokenizer.js';
export type {
  CachedRequest,
  SummarizeInput,
  SummarizeResult,
  Summarizer,
} from './log/summarizer.js';
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

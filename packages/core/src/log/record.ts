import type { JsonObject } from '../base/json-value.js';
import type { Snapshot } from './snapshot.js';
import type { Usage } from '../base/usage.js';

/**
 * The fate of an entry in a request: sent as it is, sent with a masked result, sent shortened with
 * a notice, covered by the snapshot, left out, left out because there was nothing to send (an empty
 * message, a result without its call), or withdrawn by the user.
 */
export type Disposition =
  | 'verbatim'
  | 'masked'
  | 'truncated'
  | 'summarized'
  | 'dropped'
  | 'omitted'
  | 'withdrawn';

/** A contiguous stretch of the log that shares one disposition; both ends are included. */
export interface EntryRange {
  from: number;
  to: number;
  disposition: Disposition;
  reason: string;
  /** Tokens that the range costs in the request: 0 when it is not sent. */
  tokens: number;
  /** For `truncated`: the most tokens that each entry of the range may take. */
  maxTokens?: number;
  /** For `truncated`: files are replaced by their names, since a request may hold only so many. */
  withoutFiles?: boolean;
  /** For `truncated`: how the long texts of the entries are cut, before `maxTokens` is applied. */
  cut?: TextCut;
  /**
   * For `truncated`: the lines that stay of the tool results of each entry in the range, in order,
   * before `maxTokens` is applied. Lines count from 1 through all results of the entry that are
   * text, recognised secrets redacted.
   */
  keepLines?: LineRange[];
}

/** Lines of a text, from 1; both ends are included. */
export interface LineRange {
  from: number;
  to: number;
}

/** How long texts are cut: to their first and last characters, with a notice between. */
export interface TextCut {
  /** Texts with more characters than this are cut. */
  overCharacters: number;
  /** Characters that stay at the beginning. */
  headCharacters: number;
  /** Characters that stay at the end. */
  tailCharacters: number;
  /** Whose texts: the user's, the assistant's, the results of tools. */
  roles: ('user' | 'assistant' | 'tool')[];
  /** True if files of these messages are replaced by their names. */
  withoutFiles?: boolean;
}

/** The inputs of an epoch's prefix; other instructions, tools or models start a new one. */
export interface EpochInputs {
  /** Hashes of the caller's instructions and of the resolved tools. */
  instructions: string;
  tools: string;
  /** Tokens of the caller's instructions and tools together. */
  tokens?: number;
  /** Those of the tools alone. */
  toolTokens?: number;
  model?: string;
  /** The most tokens that the `system` entries at the head of the log may take. */
  headTokens: number;
  /** The place of the snapshot in requests. Absent in records of earlier versions. */
  summaryPlacement?: 'message' | 'instructions';
}

/**
 * Replaces part of what is sent and starts a new epoch. `ranges` cover 0 to `throughSeq`;
 * later entries are sent as they come.
 */
export interface CompactionRecord {
  type: 'compaction';
  epoch: number;
  /** The epoch in which it was decided: the store refuses it in any other. */
  previousEpoch: number;
  /** `trim`: entries left out, no snapshot made; `mask`: results masked; `snapshot`: a new one. */
  kind: 'trim' | 'mask' | 'snapshot';
  throughSeq: number;
  ranges: EntryRange[];
  snapshot?: Snapshot;
  /** For a record without a snapshot of its own: the epoch whose snapshot is still sent. */
  snapshotEpoch?: number;
  /** For a record without a snapshot of its own: the newest entry when the last one was made. */
  snapshotAtSeq?: number;
  /** The last entry that the user cleared from the context: no later epoch sends or covers it. */
  clearedThrough?: number;
  /**
   * The provider refused thinking for what stands before it: nothing of the thinking of these
   * entries is sent. Models that are known to bind their thinking need no such word.
   */
  withoutThinking?: true;
  /** Tokens of messages left out by `trim` records since the last snapshot was made. */
  trimmedTokens?: number;
  /** The most tokens that the agent's notes take, where they had to be truncated; 0: left out. */
  noteTokens?: number;
  /** A compaction was undone: the epoch whose ranges are in force again, with what came since. */
  restoredEpoch?: number;
  /**
   * With a provider's block what follows it stays byte for byte: the epochs whose injections behind
   * it are still sent.
   */
  injectionEpochs?: number[];
  /**
   * Knowledge of long-term memory about the user and the project, for the requests of this epoch.
   */
  profile?: RememberedProfile;
  inputs?: EpochInputs;
  /** Tokens that the summarizer's model billed, if one was asked. */
  usage?: Usage;
  reason: string;
  createdAt: string;
}

/**
 * The user took entries back: those from `fromSeq` to `throughSeq` are in no later request,
 * snapshot or default search, and stay in the log. Starts a new epoch, with what the newest
 * compaction left that knows none of them.
 */
export interface RewindRecord {
  type: 'rewind';
  epoch: number;
  /** The epoch in which it was decided: the store refuses it in any other. */
  previousEpoch: number;
  /** The first entry that is withdrawn. */
  fromSeq: number;
  /** The last one. A store sets it to the newest entry of the log where it is left out. */
  throughSeq?: number;
  /** The epoch whose compaction is in force again; without it, none is. */
  snapshotEpoch?: number;
  /** The inputs of the requests before. */
  inputs?: EpochInputs;
  reason: string;
}

/** A call was billed. `total` is the running sum, so that the last record is enough to resume. */
export interface UsageRecord {
  type: 'usage';
  usage: Usage;
  total: Usage;
  model?: string;
  /** The epoch whose request was measured. */
  epoch: number;
  /** Tokens that the session had counted for that request. */
  predictedTokens?: number;
}

/** A provider said how long its prompts may be. */
interface LimitRecord {
  type: 'limit';
  /** The longest prompt that the provider takes, as the session counts. */
  maxInputTokens: number;
  model?: string;
  evidence: string;
}

/**
 * A provider, or the adapter to it, said that it does not take files of some kinds: from the next
 * epoch on they are named in requests of this model instead of sent.
 */
interface RefusedFilesRecord {
  type: 'refused-files';
  /** Media types; those of files that requests name by their URL end in ` by URL`. */
  kinds: string[];
  model?: string;
  evidence: string;
}

/** Text after entry `afterSeq` in a request, in the user's role, until the epoch ends. */
export interface InjectionRecord {
  type: 'injection';
  epoch: number;
  /** The entry that the text is placed after. */
  afterSeq: number;
  /** Empty where there was nothing to say: no message then. */
  text: string;
  /** The state of files in play at the epoch's start, where the text is about that. */
  resources?: ResourceState[];
  /** For what long-term memory recalled. */
  memory?: InjectedMemory;
  /** For what a provider's block leaves unsaid: the epoch whose record holds the block. */
  blockEpoch?: number;
  /** For instructions or tools that changed within the epoch. */
  change?: InputChange;
}

/** Instructions or tools that changed in mid-conversation, on a model that takes that. */
export interface InputChange {
  /** Hashes of the instructions and tools that are in force from here on. */
  instructions: string;
  tools: string;
  /** These tools, as they are sent. */
  toolList: JsonObject[];
  /** The inputs of the epoch's prefix: its requests go on sending them. */
  base: { instructions: string; tools?: JsonObject[] };
  /** The content of the `system` message. */
  text: string;
  /** Its tool changes, as the AI SDK spells them. */
  toolChanges?: JsonObject[];
}

/** A file in play as a reader found it. */
export interface ResourceState {
  /** As the reader was asked for it. */
  path: string;
  /**
   * `same`: as it was shown, or not known to differ; `fresh`: changed, and its content is in the
   * text; `stale`: changed, and only named there; `gone`: not there any more; `unread`: the reader
   * failed, took too long, or gave too much.
   */
  status: 'same' | 'fresh' | 'stale' | 'gone' | 'unread';
  /** SHA-256 of the content, in hex. */
  sha256?: string;
}

/** Memories recalled for a message of the user. */
export interface InjectedMemory {
  /** The entry of the user. */
  forSeq: number;
  items: RememberedItem[];
}

/** A record of long-term memory in a request. */
export interface RememberedItem {
  kind: 'episode' | 'fact' | 'note' | 'learning';
  /** ISO 8601, a day or a time; absent where it is not known. */
  date?: string;
  sources: { sessionId: string; entryId: string }[];
  /** The fact of an item of kind `fact` or `learning`. */
  factId?: number;
  /** The origins of the record: when one is forgotten or withdrawn, the epoch ends. */
  restsOn?: string[];
  tokens: number;
}

/** A profile by long-term memory, as it is sent: quoted, and marked as a record. */
export interface RememberedProfile {
  /** Empty where memory was asked and knew nothing. */
  text: string;
  /** The facts in it: when one of them is forgotten or withdrawn, the epoch ends. */
  factIds: number[];
}

/**
 * A request went out while calls of entry `seq` had no result: it held error results in their
 * place. Results in entries after `throughSeq` are late.
 */
interface SyntheticResultsRecord {
  type: 'synthetic-results';
  seq: number;
  throughSeq: number;
  toolCallIds: string[];
}

/**
 * The epoch before the first compaction has begun, or one by a rewind has its profile; other epochs
 * carry both themselves.
 */
interface InputsRecord {
  type: 'inputs';
  epoch: number;
  inputs: EpochInputs;
  profile?: RememberedProfile;
  /** For an epoch by a rewind: the last entry that was withdrawn. */
  throughSeq?: number;
}

/** A pinned entry survives every compaction. */
interface PinRecord {
  type: 'pin';
  seq: number;
  /** False: no longer. */
  pinned: boolean;
}

/** The session was made from another one's entries up to `throughSeq`. */
interface ForkRecord {
  type: 'fork';
  sourceSessionId: string;
  throughSeq: number;
}

/** A compaction was tried and given up; its usage is still recorded. */
interface AttemptRecord {
  type: 'attempt';
  epoch: number;
  reason: string;
  usage?: Usage;
}

/**
 * The agent keeps a note: its text is sent from the next epoch on, whatever is compacted. A record
 * of the same name replaces it; one without a text removes it.
 */
export interface ContextNoteRecord {
  type: 'context-note';
  name: string;
  text?: string;
  /** The entry that it belongs to: the one that calls for it, or else the newest. */
  seq: number;
}

/** The agent asks for a compaction, which the next request makes, once. */
export interface CompactionRequestRecord {
  type: 'compaction-request';
  /** The epoch that is to end. */
  epoch: number;
  /** The entry that it belongs to: the one that calls for it, or else the newest. */
  seq: number;
  reason: string;
  /** The snapshot that the agent wrote: no model is asked for it. */
  note?: string;
  /** Why nothing is compacted, if nothing is: this ends the compaction request before it. */
  declined?: string;
}

/** Anything that another layer wants to keep with the session. */
export interface NoteRecord {
  type: 'note';
  name: string;
  value: JsonObject;
}

/** A decision about a session: the second of its two logs. */
export type SessionRecord =
  | CompactionRecord
  | RewindRecord
  | UsageRecord
  | LimitRecord
  | RefusedFilesRecord
  | InjectionRecord
  | SyntheticResultsRecord
  | InputsRecord
  | PinRecord
  | ForkRecord
  | AttemptRecord
  | ContextNoteRecord
  | CompactionRequestRecord
  | NoteRecord;

/** A record as stored; `recordSeq` is dense from 0 within a session, `recordedAt` ISO 8601. */
export type StoredRecord = SessionRecord & { recordSeq: number; recordedAt: string };

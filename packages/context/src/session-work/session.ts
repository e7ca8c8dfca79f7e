import type {
  CompactionRecord,
  ContextState,
  Entry,
  ModelMessage,
  ReadOptions,
  ReportedUsage,
  SearchHit,
} from '@everlong/core';

import type { RecoverResult } from '../config/recover-result.js';
import type { PreparedRequest } from '../request/describe-request.js';
import type { ContextNote } from '../state/context-notes.js';
import type {
  Abortable,
  Appendable,
  CompactOptions,
  DefersTools,
  CallTraits,
  ExplainOptions,
  PrepareOptions,
  WritesBodies,
} from './call-options.js';
import type {
  CompactResult,
  CompactionPreview,
  ExplainedRequest,
  NoteResult,
  RewindResult,
} from './call-results.js';
import type { PreparedBody } from './prepared-body.js';
import type { SdkFormat } from './sdk-formats.js';

/** One conversation, opened by `openSession`: everything is kept, and what is sent always fits. */
export interface Session {
  readonly id: string;
  readonly agent: string;
  /** The model that it counts for: that of the options, or the one it keeps. */
  readonly model?: string;

  /**
   * Appends messages; resolves with the stored entries once durable. Takes AI SDK messages, alone
   * or in a list, or `{ id?, message, ... }` where more is to be kept. Rejects with
   * `UnsupportedFormatError` for anything but a message, and with `StoreConflictError` unless the
   * log has exactly `expectedSeq` entries, where that is given. With `as` it takes what another SDK
   * has: a message, a list, a request body or a response; `idOf`, called in their order, gives the
   * entries ids, so that the same append again adds nothing (`undefined`: one of the store's). An
   * id stays taken when its entry is withdrawn: appended again, it gives that entry, which no
   * request holds. Saying it again takes another id.
   */
  append(
    messages: Appendable | readonly Appendable[],
    options?: { expectedSeq?: number; as?: undefined },
  ): Promise<Entry[]>;
  append(
    messages: unknown,
    options: {
      expectedSeq?: number;
      as: SdkFormat;
      idOf?: (index: number, message: ModelMessage) => string | undefined;
    },
  ): Promise<Entry[]>;

  /**
   * The next request as the body of another SDK, with Anthropic's cache markers where that is the
   * SDK. What the body cannot say of the request is in `losses`.
   */
  prepare<Format extends SdkFormat>(
    options: PrepareOptions & Abortable & WritesBodies<Format>,
  ): Promise<PreparedBody<Format>>;

  /**
   * The next request, ready for `generateText` and `streamText`. Its messages are frozen: copy one
   * to change it. Rejects with `ContextOverflowError` when the caller's own instructions or tools
   * leave no room, and with the signal's reason on abort: a compaction is then recorded whole or
   * not at all.
   */
  prepare(
    options?: PrepareOptions & DefersTools & CallTraits & Abortable & { as?: undefined },
  ): Promise<PreparedRequest>;

  /**
   * Books what the provider billed for the last prepared request: for one call, not for several
   * steps together. The reports correct the budget of later requests where the provider counts more
   * than the tokenizer; one far below the count shows in `state().truncation`. Takes the usage of
   * the AI SDK, Anthropic, OpenAI, Gemini and LangChain as they are, `unknown` for a call that was
   * stopped before it was reported (`spend.unreportedCalls` counts these), and rejects with
   * `ConfigError` for anything else. Numbers that no call can have, such as NaN or negative ones,
   * count as 0: a provider's mistake ends no turn.
   */
  recordUsage(usage: ReportedUsage): Promise<void>;

  /**
   * Says that the turn is over: the answer is appended and its usage recorded. A snapshot that is
   * due is then made before the user speaks again: at once, or in the background where a model
   * writes it. Does nothing while calls wait for results. Resolves with the gauge; with `wait`
   * (default `false`) once the snapshot is in force, for callers about to close the session. Without
   * this call the next `prepare` decides.
   */
  endTurn(options?: { wait?: boolean }): Promise<ContextState>;

  /**
   * Says what a compaction would do now: what would stay and what would be dropped, the tokens
   * before and after, and what calls would cost. Commits nothing, and asks no model: its snapshot
   * is quotes and values.
   */
  compact(options: CompactOptions & { preview: true }): Promise<CompactionPreview>;

  /**
   * Compacts now, whatever the thresholds say, also where that makes a short request longer. Says
   * whether anything changed. With `snapshot`, a person's text replaces what is left out; rejects
   * with `ConfigError` when it has no room.
   */
  compact(options?: CompactOptions): Promise<CompactResult>;

  /**
   * Undoes the newest compaction: begins an epoch with what was sent before it, and all that came
   * since. Called again, undoes the one before. Goes no further back than `clear`, and says so.
   * Rejects with `ConfigError` where that does not fit the input budget. A policy whose threshold
   * is still exceeded compacts again: `state().next` says so.
   */
  undoCompaction(options?: Abortable): Promise<CompactResult>;

  /**
   * Begins an epoch with nothing older in it: no later request, snapshot or pin shows the model
   * what was said so far. Withdraws nothing: the log, `search`, `expand` and memory keep it.
   */
  clear(): Promise<CompactResult>;

  /**
   * Withdraws what came after an entry, given by id or `seq` (-1: all entries): no later request,
   * snapshot or search shows it, while the log, `fork` and `explain` still have it. Within an
   * exchange, the whole exchange is withdrawn. Begins an epoch, with what the newest compaction
   * left that knows none of the withdrawn entries. Rejects with `ConfigError` for an entry that is
   * not there or was withdrawn before.
   */
  rewind(to: string | number): Promise<RewindResult>;

  /**
   * Reads a provider's error. If it says that the prompt is too long, learns the limit, so that the
   * next `prepare` makes a smaller request, and answers `retry: true`, a bounded number of times. If
   * it says that a kind of file is not taken, the next `prepare` names such files instead; if it
   * says that thinking is bound to a different conversation, the next `prepare` sends none of it.
   */
  recover(error: unknown): Promise<RecoverResult>;

  /**
   * The gauge of the next request: with the given instructions and tools, or else those
   * of the last `prepare`. Decides and records nothing.
   */
  state(options?: PrepareOptions): ContextState;

  /**
   * Entries of this session that hold words of the query, best first, at most `limit` (default 20):
   * those left out of requests too, withdrawn ones only with `withdrawn` (default `false`).
   */
  search(query: string, options?: { limit?: number; withdrawn?: boolean }): Promise<SearchHit[]>;

  /**
   * The text without recognised secrets, and without those of entries that a snapshot covers,
   * wherever they occur: pass it over what is made from the log, such as an excerpt, before you
   * hand that on.
   */
  redact(text: string): string;

  /**
   * The original entries with these ids or `seq` numbers, in the order of the log; withdrawn ones
   * only with `withdrawn` (default `false`).
   */
  expand(ids: readonly (string | number)[], options?: { withdrawn?: boolean }): Promise<Entry[]>;

  /**
   * What the model saw at an entry: the request that an assistant's entry answers, or the first one
   * that held an entry of another role, with its plan and gauge as they were. The caller's
   * instructions and tools are not in the log: given again, they are part of it. Decides and
   * records nothing. Rejects with `ConfigError` for a `seq` that the log does not have.
   */
  explain(options: ExplainOptions): Promise<ExplainedRequest>;

  /** A new session with the entries and decisions up to and including `atSeq` (default: all). */
  fork(atSeq?: number): Promise<Session>;

  /**
   * Entries straight from the store; without options every one, oldest first. `withdrawn: false`
   * leaves out those that were withdrawn.
   */
  entries(options?: ReadOptions & { withdrawn?: boolean }): AsyncIterable<Entry>;

  /**
   * Keeps a text through every compaction, under a name: what is sent from the next epoch on,
   * quoted and marked. A note of the same name is replaced; an empty text removes it. All notes
   * together have at most 16 KiB and a tenth of the input budget: more is not kept, and the answer
   * says why. Recognised secrets are redacted. `toolCallId`: the call that this is done for.
   */
  note(name: string, text: string, options?: { toolCallId?: string }): Promise<NoteResult>;

  /** The notes as they are now, oldest first. */
  notes(): readonly ContextNote[];

  /**
   * Asks for a compaction at the next `prepare` or at the end of the turn, not within an exchange.
   * If that would free next to nothing, no compaction is made, and the request is dropped.
   */
  requestCompaction(reason: string, options?: { toolCallId?: string }): Promise<void>;

  /**
   * Has a text of the agent's own become the snapshot at the next `prepare`, not within an exchange,
   * without a model's call. It is the whole state of the work under the headings of summaries, in at
   * most 600 words; the answer says why it is not taken. Values, entry numbers and quotations that no
   * entry holds are struck. If a compaction would free next to nothing, the text is dropped.
   */
  handOver(note: string, options?: { toolCallId?: string }): Promise<NoteResult>;

  /** What compactions did, oldest first, without those that a rewind took back. */
  compactions(): Promise<CompactionRecord[]>;

  /**
   * Pins an entry, or with `false` unpins it: a pinned one survives every compaction. Takes effect
   * at the next epoch. Rejects with `ConfigError` for an entry that the log does not have.
   */
  pin(seq: number, pinned?: boolean): Promise<void>;

  /**
   * Ends the session's work; the store stays open, for it is the caller's. What was appended before
   * is kept. Snapshots that are being made are given up: a `prepare` or `compact` that waits for
   * one rejects with an `AbortError`. The session can still be used, and closed again; memory then
   * learns what came after when the session is next opened.
   */
  close(): Promise<void>;
}

import type { Entry } from './entry.js';
import type { ModelMessage, SystemMessage } from '../messages/message.js';
import type { Snapshot } from './snapshot.js';
import type { ToolKinds } from '../tool-calls/tool-kind.js';
import type { Usage } from '../base/usage.js';

/** The input of a summarizer: the last snapshot and the entries that it does not cover yet. */
export interface SummarizeInput {
  /** The snapshot to extend; absent for the first. */
  previous?: Snapshot;
  /** In order, whole exchanges only; never empty. */
  entries: readonly Entry[];
  /**
   * The entries that follow, in order; they are still sent and are not summarized. They show what
   * became of a request whose answer the snapshot does not cover.
   */
  entriesAfter?: readonly Entry[];
  /** The snapshot's text may take at most this many tokens by `count`. */
  maxTokens: number;
  /** Tokens of a text, by the session's tokenizer. */
  count(text: string): number;
  /**
   * The longest prompt that the provider accepted so far, in tokens by `count`: only for a
   * summarizer whose `model` is the session's.
   */
  maxPromptTokens?: number;
  /**
   * True: the previous snapshot is still sent before this one and is part of `visibleText`, so
   * that only what is new has to be said. Otherwise the snapshot replaces the previous one.
   */
  beside?: boolean;
  /** Instructions from whoever asked for the compaction. */
  instructions?: string;
  /** Texts that the request shows anyway: their values and lines are not repeated. */
  visibleText?: string;
  /**
   * The user's words in it, if the session puts back what later leaves the request: demands and
   * requests in it are not repeated. Otherwise all of them are said.
   */
  visibleUserText?: string;
  /**
   * The session's own request as it is, where it is likely to be in the provider's prompt cache:
   * only for a summarizer whose `model` is the session's.
   */
  live?: CachedRequest;
  /** Kinds of calls, by the name of the tool, for tools that are not known. */
  toolKinds?: ToolKinds;
  /** Aborts the work: `summarize` rejects with its reason. */
  signal?: AbortSignal;
}

/**
 * A request that a session sends. One that begins with the same instructions, tools and messages,
 * byte for byte, and adds to their end is read from the provider's prompt cache. Nothing in it is
 * redacted: what holds a secret must not become a summarizer's prompt.
 */
export interface CachedRequest {
  /** With the cache marker that they are sent with. */
  instructions: SystemMessage;
  /**
   * All of them, the previous snapshot included; with the cache markers that they are sent with.
   */
  messages: readonly ModelMessage[];
  /** As the caller gave them: an AI SDK tool set, or a list of named tools; absent without any. */
  tools?: unknown;
  /** How many tokens may be added to the messages. */
  room: number;
  /** How many of the last messages are still sent after the compaction and are not summarized. */
  messagesAfter: number;
  /** The entries behind those messages. */
  entriesAfter: readonly Entry[];
}

/** The output of a summarizer. */
export interface SummarizeResult {
  /** About the given entries, and the previous one if it replaces that. */
  snapshot: Snapshot;
  /**
   * The snapshot itself, if the summarizer put the user's constraints and the entries' own ledger
   * into it: a session adds them to any other one.
   */
  constraintsKept?: Snapshot | undefined;
  /** Tokens billed, when a model was asked. */
  usage?: Usage;
}

/** Turns a range of entries into a snapshot; rejects with `SummarizationError` when it cannot. */
export interface Summarizer {
  readonly name: string;
  /**
   * True if it asks a model and so takes a while: a session then has its snapshots made in the
   * background, as long as its policy has time. Default false.
   */
  readonly usesModel?: boolean;
  /**
   * The model that it asks, `provider/model` or the model alone; absent where that is not known.
   */
  readonly model?: string;
  /** Rejects with `SummarizationError`; its `usage` says what was billed all the same. */
  summarize(input: SummarizeInput): Promise<SummarizeResult>;
}

import type { AiSdk6Message, EntryInput, ModelMessage } from '@everlong/core';

import type { SdkFormat } from './sdk-formats.js';

/**
 * What `append` takes: a message, or an entry with an id, a time, a model or metadata of its own.
 */
export type Appendable = ModelMessage | AiSdk6Message | EntryInput;

/** Asks `prepare` for the body of another SDK. */
export interface WritesBodies<Format extends SdkFormat = SdkFormat> {
  as: Format;
}

/** What the caller sends besides the log. */
export interface PrepareOptions {
  /** The caller's instructions; `system` messages at the head of the log come before them. */
  instructions?: string;
  /** An AI SDK tool set, or a list of tools as OpenAI, Anthropic, Gemini or MCP spell them. */
  tools?: unknown;
}

/** What the call that a request is for takes, and does. */
export interface CallTraits {
  /**
   * The messages may hold `system` messages, which not every SDK takes: where the model takes them,
   * changed instructions and tools are then said in them, and begin no epoch. `tools` of the request
   * are to be sent instead of those given. Default false; `prepare({ as: 'anthropic' })` and the
   * middleware set it themselves.
   */
  systemMessages?: boolean;
  /**
   * The call has settings by which its provider compacts or edits what it is sent (Anthropic's and
   * OpenAI's `context_management`): nothing is compacted here while the request fits, and the plan
   * says so. Default false; the middleware sees such settings itself.
   */
  compactsItself?: boolean;
  /**
   * The answer is streamed. The AI SDK's adapter for Anthropic then defines tools in other words,
   * and a summary of the provider's is to be asked for in the same. Default false; the middleware
   * sets it itself.
   */
  streamed?: boolean;
}

/** Whether tools wait to be found. */
export interface DefersTools {
  /**
   * Sends the tool `tool_search` (`createToolSearch`), and of the others only those that the model
   * has called or loaded with it; `activeTools` of the request names them. Default false.
   */
  deferTools?: boolean;
}

/** How to compact by hand. */
export interface CompactOptions extends Abortable {
  /** Wishes for the snapshot. */
  instructions?: string;
  /**
   * The snapshot as a person wants it, such as that of a preview with another `text`. It is sent as
   * it is, recognised secrets apart, marked as a person's, and no verification or later compaction
   * changes it. With `throughSeq` it replaces the entries up to that one only.
   */
  snapshot?: string | EditedSnapshot;
  /** Only says what would happen. Default `false`. */
  preview?: boolean;
}

/** A snapshot that a person edited: only these fields count. */
export interface EditedSnapshot {
  text: string;
  /** The last entry that it covers. Default: all that a compaction now would cover. */
  throughSeq?: number;
}

export interface Abortable {
  /** Ends the call: it rejects with the signal's reason, and the session stays usable. */
  abortSignal?: AbortSignal | undefined;
}

/** Which request to explain, and what it was made with. */
export interface ExplainOptions extends PrepareOptions {
  /** An entry of the log, by its number. */
  atSeq: number;
}

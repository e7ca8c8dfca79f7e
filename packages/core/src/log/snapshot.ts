import type { SecretFingerprints } from '@everlong/redaction';

import type { JsonObject } from '../base/json-value.js';
import type { ProviderBlock } from './provider-block.js';

/** The class of exact value that a ledger item holds. */
export type ValueKind =
  | 'url'
  | 'path'
  | 'email'
  | 'uuid'
  | 'hash'
  | 'version'
  | 'number'
  | 'port'
  | 'date'
  | 'variable'
  | 'identifier'
  | 'name'
  | 'command'
  | 'error'
  | 'setting'
  | 'frame';

/** Who a value was said by: the user, the assistant (inputs of calls included), or a tool. */
export type Speaker = 'user' | 'assistant' | 'tool';

/** The place of a value: from `start` to before `end` in the readable text of the entry. */
interface LedgerPlace {
  seq: number;
  start: number;
  end: number;
}

/** An exact value and the entries that it came from, carried as data from snapshot to snapshot. */
export interface LedgerItem {
  /** The bytes as they are in the entries. */
  value: string;
  kind: ValueKind;
  /** The form that all spellings of the value share, where it is another one. */
  normalized?: string;
  /** A few words from around the value, which say what it was for. */
  cue: string;
  /** The first entry that holds it. */
  firstSeq: number;
  /** The last entry that holds it. */
  lastSeq: number;
  /** How often it was seen. */
  occurrences: number;
  /** How many of these were in the user's or the assistant's own words. */
  spokenUses: number;
  /** Everyone who said it, in the order user, assistant, tool. */
  saidBy?: Speaker[];
  /** The first place and the newest ones, ascending; not all of them. */
  places?: LedgerPlace[];
  /** For a command: how its last run ended. */
  state?: 'ok' | 'failed';
  /**
   * For an error or a frame: the command or target of the call that put it out. For a command
   * without a result: the id of its call. For a value other than paths and
   * addresses: the file of the call that it was last an input of, as that call named it.
   */
  of?: string;
  /** The entry of the call whose file `of` names. */
  ofSeq?: number;
  /**
   * The name that it was last stated under, or a setting's key: `port` of `port: 8080`, `react` of
   * `react@19.0.0`.
   */
  name?: string;
  /** Older values that this one has replaced under the same name, and the entry that shows it. */
  replaced?: { value: string; seq: number }[];
}

/** The acts of a conversation on a file, by the numbers of the entries. */
export interface FileState {
  /** As the calls spelled it. */
  path: string;
  /** The first entry about it. */
  firstSeq: number;
  /** The last entry that read it. */
  lastReadSeq?: number;
  /** The last entry that changed it. */
  lastWriteSeq?: number;
  /** How often parts of it were changed. */
  edited: number;
  /** How often it was written whole. */
  written: number;
  /** How often it was deleted. */
  deleted: number;
  /** Lines added by the calls that show them. */
  added?: number;
  /** Lines removed by the calls that show them. */
  removed?: number;
  /** Names, such as functions, that the changes are about. */
  names?: string[];
  /** True if it was changed, in part or by a command, after it was last seen whole. */
  stale: boolean;
}

/** The structured summary of a range of entries. */
export interface Snapshot {
  /** Markdown, as it is sent: headings in the fixed order, ledger included. */
  text: string;
  /**
   * The texts of several snapshots sent in a row, oldest first, `text` being all of them with an
   * empty line between. Each is sent as a message of its own, so that those that were sent before
   * stay in the provider's cache. Absent: `text` is the only one.
   */
  parts?: string[];
  tokens: number;
  /** The last entry that the snapshot covers; it covers all of them from 0. */
  throughSeq: number;
  /** How many messages, of all its texts together. */
  messagesCovered: number;
  /** ISO 8601 times of the first and the last entry covered. */
  firstAt?: string;
  lastAt?: string;
  /**
   * `model` when a model or a function of the caller wrote the prose, `extractive` when none did,
   * `person` when a person edited it.
   */
  source: 'model' | 'extractive' | 'person';
  /**
   * The text of a person: the first of the texts that are sent. Later snapshots are sent after it.
   */
  personText?: string;
  /**
   * 1 for a snapshot of entries alone, and for such ones side by side; one more for a snapshot that
   * replaces them. Absent in older records, which count as 1.
   */
  depth?: number;
  /**
   * The spans that the text covers, or of texts side by side what each does, oldest first. Absent
   * in older records.
   */
  spans?: SnapshotSpan[];
  /** The result of comparing a model's prose with the entries; absent where no model was asked. */
  verification?: SnapshotVerification;
  /**
   * The sections' prose as written, by heading, so that the next snapshot extends it, and lists
   * that its maker carries beside them.
   */
  sections: Record<string, string[]>;
  /**
   * A provider's text on the same entries: sent instead of the text to models that take it. The
   * text is for all others, and for people.
   */
  providerBlock?: ProviderBlock;
  ledger: LedgerItem[];
  /**
   * The cost of requests since a model was last asked for a snapshot, in uncached input tokens;
   * absent where one was asked for this snapshot, or there is none.
   */
  spentSinceModel?: number;
  /** Data that the summarizer carries to its next snapshot; nothing of it is shown. Bounded. */
  carried?: JsonObject;
  /** The files that the entries read or changed, the last used at the end. Bounded. */
  files?: FileState[];
  /**
   * Fingerprints by which the secrets of the entries are recognised where no context reveals them.
   */
  secrets?: SecretFingerprints;
}

/** The entries that a snapshot's text covers, both ends included, and its depth. */
export interface SnapshotSpan {
  fromSeq: number;
  throughSeq: number;
  /** As the snapshot's. */
  depth: number;
  /** The snapshots that it replaced; it covers the entries behind them, too. */
  foldedFrom?: Omit<SnapshotSpan, 'foldedFrom'>[];
}

/** The result of checking a model's prose against the entries that it is about. */
export interface SnapshotVerification {
  /** Exact values that were looked up. */
  checked: number;
  /** Values and lines that no entry holds: they were removed. */
  struck: number;
  /** Required lines that the prose lacked: they were added. */
  restored: number;
  /**
   * Changes of the previous summary that a model asked for and that were rejected: no entry that it
   * named shows them, or the line must not change.
   */
  refused?: number;
}

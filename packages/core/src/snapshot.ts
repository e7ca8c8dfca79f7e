/** What class of exact value a ledger line holds. */
export type ValueKind =
  | 'url'
  | 'path'
  | 'uuid'
  | 'hash'
  | 'version'
  | 'number'
  | 'identifier'
  | 'command'
  | 'error'
  | 'constraint';

/** An exact value and the entries that it came from, carried as data from snapshot to snapshot. */
export interface LedgerItem {
  value: string;
  kind: ValueKind;
  /** A few words that stood around the value: what it was for. */
  cue: string;
  firstSeq: number;
  lastSeq: number;
  /** Times seen, and how many of these were in the user's or the assistant's own words. */
  occurrences: number;
  spokenUses: number;
}

/** The structured summary of a span of entries. */
export interface Snapshot {
  /** Markdown, as it is sent: headings in the fixed order, ledger included. */
  text: string;
  tokens: number;
  /** The last entry that the snapshot covers; it covers all of them from 0. */
  throughSeq: number;
  messagesCovered: number;
  /** ISO 8601 times of the first and the last entry covered. */
  firstAt?: string;
  lastAt?: string;
  /** `model` when a model wrote the prose, `extractive` when none was asked. */
  source: 'model' | 'extractive';
  /** The sections' prose as written, by heading, so that the next snapshot extends it. */
  sections: Record<string, string[]>;
  ledger: LedgerItem[];
}

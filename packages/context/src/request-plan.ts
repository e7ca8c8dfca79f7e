import type { Disposition, EntryRange } from '@everlong/core';

/** What became of every entry in one request. */
export interface RequestPlan {
  policy: string;
  epoch: number;
  /** Cover 0 to the newest entry, in order, each entry once; neighbours differ. */
  ranges: EntryRange[];
  /** Reserves and protections that had to shrink, with what was asked and what was given. */
  clamps: Clamp[];
  /** What the policy decided for this request, and why. */
  decision: { action: 'keep' | 'trim' | 'mask' | 'snapshot'; reason: string };
  /** The fate of one entry; `undefined` for a `seq` that the log does not have. */
  explain(seq: number): EntryExplanation | undefined;
}

export interface Clamp {
  name: string;
  wanted: number;
  given: number;
}

export interface EntryExplanation {
  seq: number;
  disposition: Disposition;
  reason: string;
  /** Tokens that the entry's range costs in this request. */
  tokens: number;
  from: number;
  to: number;
}

import type { Usage } from '../base/usage.js';
import type { CountSource } from './tokenizer.js';

/**
 * How full the next request is: below the soft threshold, above it, above the hard one, too big.
 */
export type ContextLevel = 'normal' | 'soft' | 'hard' | 'over';

type CompactionKind = 'trim' | 'mask' | 'snapshot';

/** Something that can start a compaction, and how near it is. */
export interface ContextTrigger {
  name: string;
  /** How much there is now, in the unit of the limit. */
  value: number;
  /** The value at which a compaction is due. */
  limit: number;
  /** `value / limit`, never below 0; may pass 1. */
  ratio: number;
}

/** A prompt of which a provider reported far fewer tokens than it was sent. */
export interface Truncation {
  /** About how many the prompt had. */
  sentTokens: number;
  /** How many the provider reported. */
  readTokens: number;
}

/**
 * The gauge of a context, the same for every user interface. `used` is occupancy: tokens of one
 * request. `spend` is what was billed so far and never part of the gauge.
 */
export interface ContextState {
  /** The model's context window in tokens. */
  window: number;
  /**
   * Set while the window is a guess, since the model is not known and no `contextWindow` was given:
   * says so, and which known model the name may mean.
   */
  windowWarning?: string;
  /** Tokens that a request may have: the window without the reserve for the answer. */
  inputBudget: number;
  /** Tokens of the next request, in all and by what they are. */
  used: {
    total: number;
    instructions: number;
    tools: number;
    summary: number;
    memory: number;
    messages: number;
  };
  /** `used.total / inputBudget`. */
  ratio: number;
  /** How near the limit is, by the policy's thresholds. */
  level: ContextLevel;
  /** `provider`: corrected by what the provider reported. */
  source: CountSource;
  /**
   * Tokens that the provider will probably count for this request, judged by its reports so far.
   */
  providerTokens?: number;
  /** The last call, if its provider seems to have read only part of the prompt. */
  truncation?: Truncation;
  /** The policy's thresholds, and how near each is. */
  triggers: ContextTrigger[];
  /** True if the next `prepare` compacts. */
  willCompact: boolean;
  /** The act of the next `prepare` for the session as it is, and the reason. */
  next: { action: 'keep' | CompactionKind; reason: string };
  /** Why the last compaction happened, or why the next one will. */
  reason?: string;
  /** The epoch in force, from 0. */
  epoch: number;
  /** The newest compaction in force; absent before the first. */
  lastCompaction?: {
    epoch: number;
    kind: CompactionKind;
    throughSeq: number;
    summarizedMessages: number;
    snapshotTokens: number;
    /** How many snapshots are sent side by side. */
    snapshots: number;
    reason: string;
    createdAt: string;
  };
  /** Tokens billed so far in this session; `undefined` until usage was recorded. */
  spend?: Usage;
}

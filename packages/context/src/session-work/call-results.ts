import type { CompactionRecord, EntryRange, Snapshot } from '@everlong/core';

import type { PreparedRequest } from '../request/describe-request.js';

/** What became of a note. */
export interface NoteResult {
  /** Whether the notes changed; else they are as they were. */
  kept: boolean;
  /** What was done, or the sizes and the cure where it was not. */
  message: string;
}

/**
 * A past request, rebuilt from the logs with the model, the window and the preset that it was made
 * with. What they do not say, such as the settings of the preset, is as the session has it now; so
 * is a policy that is no preset.
 */
export interface ExplainedRequest extends PreparedRequest {
  /** How many entries the log had when the request was made. */
  entryCount: number;
  /** The entry that answers it; `undefined` while there is none. */
  answerSeq?: number;
  /**
   * Whether the answer says which request it was; else it follows from what the records are about.
   */
  certain: boolean;
  /** Whether the given instructions and tools are those that the request was made with. */
  inputsMatch: boolean;
}

/** What a rewind did. */
export interface RewindResult {
  /** False: nothing that is not withdrawn came after the entry. */
  rewound: boolean;
  /** The first entry that is withdrawn; without a rewind, the place of the next one. */
  fromSeq: number;
  /** How many entries this rewind withdrew. */
  withdrawn: number;
  /** The epoch in force now. */
  epoch: number;
}

/** What a compaction would do. */
export interface CompactionPreview extends CompactResult {
  compacted: false;
  /** What would happen; `keep`: nothing, and `reason` says why. */
  action: 'keep' | CompactionRecord['kind'];
  /** What would become of every entry. */
  ranges: EntryRange[];
  /** The snapshot that would be sent for what is left out. */
  snapshot?: Snapshot;
  cost: CompactionCostForecast;
}

/**
 * What the input of calls costs, as it is and compacted: in US dollars where the model's prices are
 * known, else in tokens at the price of uncached input.
 */
export interface CompactionCostForecast {
  unit: 'usd' | 'tokens';
  /** The next call, which writes to the prompt cache what the compaction changed. */
  nextCall: { asItIs: number; compacted: number };
  /** Each call after it, which reads all of it from the cache. */
  laterCalls: { asItIs: number; compacted: number };
  /** What a model would read to write the summary, with nothing from a cache; 0 without one. */
  summary: number;
}

/** What a compaction by hand did, or clearing the context, or undoing a compaction. */
export interface CompactResult {
  /** False: the request is as it was, and `reason` says why. */
  compacted: boolean;
  /** Also says that the request grew, where a snapshot is longer than what it replaces. */
  reason: string;
  /** Tokens of the request before it. */
  tokensBefore: number;
  /** Tokens of the request after it. */
  tokensAfter: number;
  /** The epoch in force now. */
  epoch: number;
}

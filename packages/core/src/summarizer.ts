import type { Entry } from './entry.js';
import type { Snapshot } from './snapshot.js';
import type { Usage } from './usage.js';

/** What a summarizer is given: the last snapshot and the entries that it does not cover yet. */
export interface SummarizeInput {
  previous?: Snapshot;
  /** In order, whole exchanges only; never empty. */
  entries: readonly Entry[];
  /** The snapshot's text may take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /**
   * True: the previous snapshot goes on being sent before this one and is part of `visibleText`, so
   * that only what is new has to be said. Otherwise the snapshot stands for the previous one too.
   */
  beside?: boolean;
  /** Extra wishes of whoever asked for the compaction. */
  instructions?: string;
  /** What these texts hold stands in the request anyway: its values and lines are not repeated. */
  visibleText?: string;
  signal?: AbortSignal;
}

export interface SummarizeResult {
  snapshot: Snapshot;
  /** Tokens billed, when a model was asked. */
  usage?: Usage;
}

/** Turns a span of entries into a snapshot; rejects with `SummarizationError` when it cannot. */
export interface Summarizer {
  readonly name: string;
  /**
   * Whether it asks a model and so takes a while: a session then has its snapshots made in the
   * background, as long as its policy has time. Default false.
   */
  readonly usesModel?: boolean;
  summarize(input: SummarizeInput): Promise<SummarizeResult>;
}

import type { ErrorCode } from '@everlong/core';

/** What a policy did with one recorded session, or with all of them. Counts are sums. */
export interface PolicyResult {
  /** Its name. */
  policy: string;
  /** The window in tokens. */
  window: number;
  /** Tokens of the window that were kept free for the answer. */
  reserve: number;
  /** The registry name whose tokenizer, cache rules and prices were used. */
  model: string;

  /** One for each recorded assistant message that has an earlier entry. */
  requests: number;
  /** `prepare` threw. */
  refused: number;
  /** The request, counted again, exceeds `window - reserve`. */
  overBudget: number;
  /** A provider would refuse the request, or it breaks a law about order, user message or plan. */
  invalid: number;

  /** Tokens of all prompts, the summarizer's included; cached and written ones are part of it. */
  inputTokens: number;
  /** Of the input: what the provider's prompt cache would have served. */
  cachedTokens: number;
  /** Of the input: what it would have stored. */
  cacheWriteTokens: number;
  /** `cachedTokens / inputTokens`; null without input. */
  cacheHitRatio: number | null;
  /** The same if cached prefixes never expired, whatever time passed in the recording. */
  cacheHitRatioWithoutExpiry: number | null;
  /** Prompts at the model's prices, and the summarizer's calls with their answers. */
  costUsd: number;
  /**
   * Only where the provider promises no cache hits: the cost if all of them came, and if none did.
   */
  costRangeUsd?: { min: number; max: number };

  /** Compaction records of any kind: how often the prefix changed. */
  compactions: number;
  /** Compactions and given-up attempts for which a model was asked. */
  summaryCalls: number;
  /** Requests that begin with the whole request before them, message by message. */
  stableRequests: number;

  /** Whether exact values that the recorded model used were in the requests. */
  neededValues: NeededValues;
  /** The same for requests after at least 1, 3 and 10 compactions. */
  neededValuesAfter: (NeededValues & { compactions: number })[];
  /** The same for whole lines. */
  neededLines: NeededLines;
  /**
   * Edits that recorded messages made of files, and where their old text is in the request:
   * `present` in what it shows of the file as it is then, `stale` in an older state only.
   */
  editsApply: { edits: number; present: number; stale: number; absent: number };
  /**
   * Phrases that a Lempel-Ziv code needs for recorded messages given their requests, and given
   * the log before them; `extra` sums up per message what the request needs more.
   */
  codeLength: { messages: number; phrases: number; logPhrases: number; extra: number };
  /** Of constraints labelled by hand, at the first request after 1, 3 and 10 compactions. */
  constraintsInForce: ConstraintsInForce[];
  /** Only with the setting `closedLoop`. */
  closedLoop?: ClosedLoop;
  /** Tokens of the entries to be read again for needs not met, once per entry and epoch. */
  reacquireTokens: number;
  /** `costUsd` with `reacquireTokens` added as uncached input: an open loop, see `closedLoop`. */
  costWithMisses: number;

  /** Rendered ledger values that were used before the next snapshot; null without a ledger. */
  ledgerPrecision: number | null;
  /** Values that ledgers showed. */
  ledgerRendered: number;
  /**
   * Snapshots made, the tokens of the largest, the exact values that their texts show, and those
   * of them that no entry before it holds.
   */
  snapshots: { made: number; maxTokens: number; values: number; invented: string[] };
  /** Requests with a snapshot. */
  snapshotRequests: number;
  /** The mean tokens of the snapshots in them; null without any. */
  snapshotTokens: number | null;
  /**
   * Lines of snapshots, headings apart; those from which the recorded model wrote a value or four
   * words in a row while they were sent; and those that are lists of names.
   */
  snapshotLines: { total: number; used: number; lists: number };
  /** The share of unmet needs that search or expand finds; null when every need was met. */
  recoverable: number | null;
  /** Over all requests: constraints said so far, and those whose exact text the request holds. */
  constraints: { total: number; present: number };
  /** Of one `prepare`. */
  prepareMs: { p50: number; p99: number; max: number };
  /** The first reasons for refused, over-budget and invalid requests. */
  problems: string[];
}

/**
 * Exact values that recorded messages used and that occur earlier in the log. Those that one read of
 * a file brings back count apart.
 */
export interface NeededValues extends NeedFigures {
  /** Values that a file held which the log had shown or written before, and held last. */
  derivable: NeedFigures;
}

/** How many needs requests met. */
export interface NeedFigures {
  /** Values that a recorded message used and that an earlier entry holds. */
  needed: number;
  /** Those that the request held whole. */
  present: number;
  /** `present / needed`; null when nothing was needed. */
  recall: number | null;
  /** Requests that need a value. */
  requests: number;
  /** The mean of the shares present, each request weighing the same. */
  meanRecall: number | null;
  /** The needs that `newest` would not have met at the same window. */
  atRisk: {
    needed: number;
    present: number;
    recall: number | null;
    /** Of those that have words telling what they are for: the share present with such a word. */
    contextRecall: number | null;
    /** At-risk needs without such words. */
    uncued: number;
    /** Requests that have a need at risk. */
    requests: number;
    /** The mean of the shares of these needs present, each such request weighing the same. */
    meanRecall: number | null;
  };
}

/** Needed lines of one kind. */
export interface LineCounts {
  /** Lines that a recorded message used and that an earlier entry holds. */
  needed: number;
  /** In the request, in the newest copy of the line's file that the request holds. */
  present: number;
  /** In an older copy only. */
  stale: number;
  /** Present in what `newest` would have sent, and not here. */
  regret: number;
}

/** Lines of recorded messages that occur earlier in the log. */
export interface NeededLines extends LineCounts {
  /** `present / needed`; null when nothing was needed. */
  recall: number | null;
  /** Requests that need a line. */
  requests: number;
  /** The mean of the shares present, each request weighing the same. */
  meanRecall: number | null;
  /** The needs that `newest` would not have met at the same window. */
  atRisk: { needed: number; present: number; stale: number; recall: number | null };
  /** By kind of source and its age in entries: `file 11-50`. */
  bySource: Record<string, LineCounts>;
}

/** Labelled constraints in requests after so many compactions. */
export interface ConstraintsInForce {
  /** After how many the request was made. */
  compactions: number;
  /** Sessions with labelled constraints that came so far. */
  sessions: number;
  /** Said so far and not withdrawn. */
  labelled: number;
  /** Those whose words are in the request. */
  present: number;
  /** Withdrawn ones that are still in the request. */
  withdrawnPresent: number;
}

/** What it takes to finish if everything needed and missing is read again. */
export interface ClosedLoop {
  /** All prompts, a summarizer's calls, and the output of the calls that read again. */
  costToFinish: number;
  /** Recorded calls, and those that only read again. */
  calls: number;
  /** Calls that only read again. */
  extraCalls: number;
  /** Entries read again. */
  readAgain: number;
  /** The same for 100 recorded calls; null without calls. */
  readAgainPer100: number | null;
  /** Needs that three rounds of reading again did not meet. */
  unmet: number;
  /** Needs that `full` lacks too. */
  neverHad: number;
}

/** One recorded session under every policy. */
export interface FileResult {
  /** As it was given. */
  file: string;
  /** The name of the format that it was read as. */
  format: string;
  /** Entries of the session. */
  messages: number;
  /** Recorded assistant messages among them: a request is made for each. */
  calls: number;
  /** One for each policy, in the order given. */
  results: PolicyResult[];
  /** What of the file could not be read and was left out. */
  warnings?: string[];
}

/** The shape of `replay --json`. `total` has one result a policy, over all files. */
export interface ReplayResult {
  /** In the order given, those that could be read. */
  files: FileResult[];
  /** One for each policy, in the order given. */
  total: PolicyResult[];
}

/** A file that could not be read. */
export interface ReplayFailure {
  file: string;
  message: string;
  /** The `code` of the error. */
  code: ErrorCode;
  /** Whether there is no such file. */
  isMissing: boolean;
}

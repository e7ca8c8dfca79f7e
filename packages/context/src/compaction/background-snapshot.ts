import type { Usage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { CompactionDecision } from '../policies/policy.js';
import type { NextSnapshot } from './next-snapshot.js';

/**
 * A compaction that waits for its snapshot, by the numbers of entries: the session continues
 * meanwhile.
 */
export interface PendingCompaction {
  /** The epoch in force when it was begun. */
  epoch: number;
  /** The first entry that stays, and the first that stays whole; those before it are masked. */
  firstMaskedSeq: number;
  firstKeptSeq: number;
  /** The first entries of older groups that stay, by the reason, and of those that stay masked. */
  alsoKeepSeqs: ReadonlyMap<number, string>;
  alsoMaskSeqs: ReadonlySet<number>;
  /** The input budget that it was begun with. */
  inputBudget: number;
  decision: CompactionDecision;
}

export interface FinishedCompaction extends PendingCompaction {
  /** `undefined` when no snapshot could be made. */
  next: NextSnapshot | undefined;
  /** What was billed for one that was ended before it was made. */
  billed?: Usage;
}

/** Makes one snapshot at a time while the conversation continues. */
export interface BackgroundSnapshot {
  /** Begins one, unless one is under way or this epoch has seen enough of them fail. */
  start(
    pending: PendingCompaction,
    make: (
      signal: AbortSignal,
      onAborted: (usage: Usage) => void,
    ) => Promise<NextSnapshot | undefined>,
  ): void;
  /** Hands over the one that is under way or done, once; waits for its end. */
  take(): Promise<FinishedCompaction> | undefined;
  /** Taken while still under way: it continues as if it had not been. */
  resume(run: Promise<FinishedCompaction>): void;
  /** Another process was quicker: it is to be taken again, and looked at on fresh logs. */
  giveBack(result: FinishedCompaction): void;
  /** A snapshot of this epoch could not be used. */
  failed(epoch: number): void;
  /** Ends what is under way, without a snapshot; what is done stays. */
  abort(): void;
  /** Ends what is under way. Hands over its result, if that was not taken. */
  cancel(): Promise<FinishedCompaction | undefined>;
}

/** Attempts in one epoch after which the compaction is left to the hard threshold. */
const MAX_FAILURES = 2;

/**
 * `onDone` is called when a snapshot is there to be taken, `onStart` with one that is being made:
 * it never rejects.
 */
export function createBackgroundSnapshot(
  onDone: () => void,
  onStart: (run: Promise<unknown>) => void = () => {},
): BackgroundSnapshot {
  let running: Promise<FinishedCompaction> | undefined;
  let controller = new AbortController();
  let failures = { epoch: -1, count: 0 };

  function watch(run: Promise<FinishedCompaction>): void {
    running = run;
    void run.then(() => {
      if (running === run) onDone();
    });
  }

  return {
    start(pending, make) {
      const hasFailed = failures.epoch === pending.epoch && failures.count >= MAX_FAILURES;
      if (running !== undefined || hasFailed) return;
      controller = new AbortController();
      let billed: Usage | undefined;
      const run = make(controller.signal, (usage) => {
        billed = usage;
      })
        .catch(() => undefined)
        .then((next) => ({ ...pending, next, ...definedFields({ billed }) }));
      watch(run);
      onStart(run);
    },
    take() {
      const run = running;
      running = undefined;
      return run;
    },
    resume: watch,
    giveBack(result) {
      running = Promise.resolve(result);
    },
    failed(epoch) {
      failures = { epoch, count: failures.epoch === epoch ? failures.count + 1 : 1 };
    },
    abort() {
      controller.abort();
    },
    async cancel() {
      const run = running;
      running = undefined;
      controller.abort();
      return run;
    },
  };
}

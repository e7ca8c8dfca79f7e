import type { CompactionDecision } from './policy.js';
import type { NextSnapshot } from './next-snapshot.js';

/** A compaction that waits for its snapshot, by the numbers of entries: the session goes on meanwhile. */
export interface AheadCompaction {
  /** The epoch in force when it was begun. */
  epoch: number;
  /** The first entry that stays, and the first that stays whole; those before it are masked. */
  maskFromSeq: number;
  keepFromSeq: number;
  decision: CompactionDecision;
}

export interface AheadResult extends AheadCompaction {
  /** `undefined` when no snapshot could be made. */
  next: NextSnapshot | undefined;
}

/** Makes one snapshot at a time while the conversation goes on. */
export interface BackgroundSnapshot {
  /** Begins one, unless one is under way or this epoch has seen enough of them fail. */
  start(
    ahead: AheadCompaction,
    make: (signal: AbortSignal) => Promise<NextSnapshot | undefined>,
  ): void;
  /** Hands over the one that is under way or done, once; waits for its end. */
  take(): Promise<AheadResult> | undefined;
  /** A snapshot of this epoch could not be used. */
  failed(epoch: number): void;
  /** Ends what is under way; its result is given up. */
  cancel(): void;
}

/** Attempts in one epoch after which the compaction is left to the hard threshold. */
const MAX_FAILURES = 2;

/** `onDone` is called when a snapshot is there to be taken. */
export function createBackgroundSnapshot(onDone: () => void): BackgroundSnapshot {
  let running: Promise<AheadResult> | undefined;
  let controller = new AbortController();
  let failures = { epoch: -1, count: 0 };

  return {
    start(ahead, make) {
      const hasFailed = failures.epoch === ahead.epoch && failures.count >= MAX_FAILURES;
      if (running !== undefined || hasFailed) return;
      controller = new AbortController();
      const run = make(controller.signal)
        .catch(() => undefined)
        .then((next) => ({ ...ahead, next }));
      running = run;
      void run.then(() => {
        if (running === run) onDone();
      });
    },
    take() {
      const run = running;
      running = undefined;
      return run;
    },
    failed(epoch) {
      failures = { epoch, count: failures.epoch === epoch ? failures.count + 1 : 1 };
    },
    cancel() {
      running = undefined;
      controller.abort();
    },
  };
}

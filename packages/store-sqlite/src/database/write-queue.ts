import { setTimeout } from 'node:timers/promises';

import { isBusy } from './sqlite-errors.js';

/** Runs changes one after another, in the order of the calls. */
export interface WriteQueue {
  /**
   * Runs a change at once when none is waiting. While another process holds the lock it is tried
   * again, without blocking the event loop; after the time to wait it rejects with SQLite's error.
   */
  run<Result>(change: () => Result): Promise<Result>;
  /** True if nothing is waiting. */
  readonly isIdle: boolean;
  /** Resolves when nothing is waiting any more. */
  settled(): Promise<void>;
}

/** The longest pause: a change that waits long must retry often enough to win against new ones. */
const MAX_PAUSE_MS = 8;

export function createWriteQueue(waitMs: number): WriteQueue {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function keepTrying<Result>(change: () => Result): Promise<Result> {
    const start = performance.now();
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return change();
      } catch (error) {
        if (!isBusy(error) || performance.now() - start > waitMs) throw error;
      }
      await setTimeout(pauseMs * (0.5 + Math.random()));
    }
  }

  async function run<Result>(change: () => Result): Promise<Result> {
    waiting++;
    try {
      const turn = waiting === 1 ? keepTrying(change) : last.then(() => keepTrying(change));
      last = turn.catch(() => undefined);
      return await turn;
    } finally {
      waiting--;
    }
  }

  return {
    run,
    get isIdle() {
      return waiting === 0;
    },
    async settled() {
      let seen: unknown;
      while (seen !== last) {
        seen = last;
        await last;
      }
    },
  };
}

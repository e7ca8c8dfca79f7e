import { untilAborted } from '@everlong/core/internal';

/** Runs the calls on one session one after the other, each on logs that are up to date. */
export interface SessionQueue {
  /** Runs a task after those that were asked for before. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The same once what other processes wrote has been read. */
  runFresh<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The same for a task that may take long: until its caller or `abort` ends it. */
  runAbortable<Result>(
    abortSignal: AbortSignal | undefined,
    task: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Ends the abortable tasks that were asked for so far. */
  abort(reason: unknown): void;
}

/** A task that fails does not stop those after it. */
export function createSessionQueue(refresh: () => Promise<void>): SessionQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let controller = new AbortController();

  function run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = tail.then(task);
    tail = result.catch(() => {});
    return result;
  }

  return {
    run,
    runFresh: (task) =>
      run(async () => {
        await refresh();
        return task();
      }),
    runAbortable(abortSignal, task) {
      const { signal: aborted } = controller;
      const signal = abortSignal === undefined ? aborted : AbortSignal.any([aborted, abortSignal]);
      const result = run(async () => {
        abortSignal?.throwIfAborted();
        await refresh();
        return task(signal);
      });
      return untilAborted(result, abortSignal);
    },
    abort(reason) {
      controller.abort(reason);
      controller = new AbortController();
    },
  };
}

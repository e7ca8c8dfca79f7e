/** Work in the background, one at a time for each scope; closing aborts it, and its time limit. */
export interface BackgroundWork {
  /** Starts work unless the scope has some running. Ignores failures: the next start retries. */
  start(scope: string, work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Resolves when the scope has none running. */
  settled(scope: string): Promise<void>;
  close(): Promise<void>;
}

/** A model that takes longer is given up: `forget` waits for work in the background. */
const MAX_WORK_MS = 300_000;

export function createBackgroundWork(maxWorkMs = MAX_WORK_MS): BackgroundWork {
  const running = new Map<string, Promise<unknown>>();
  const ended = new AbortController();
  return {
    start(scope, work) {
      if (running.has(scope) || ended.signal.aborted) return;
      const done = work(AbortSignal.any([ended.signal, AbortSignal.timeout(maxWorkMs)]))
        .catch(() => undefined)
        .finally(() => running.delete(scope));
      running.set(scope, done);
    },
    async settled(scope) {
      await running.get(scope);
    },
    async close() {
      ended.abort();
      await Promise.all(running.values());
    },
  };
}

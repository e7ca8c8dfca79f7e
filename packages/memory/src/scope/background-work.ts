export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

/** A model that takes longer is given up: `forget` waits for work in the background. */
const MAX_WORK_MS = 300_000;

/** Work in the background, one at a time for each scope; closing aborts it, and its time limit. */
export function createBackgroundWork(maxWorkMs = MAX_WORK_MS) {
  const running = new Map<string, Promise<unknown>>();
  const ended = new AbortController();
  return {
    /** Starts work unless the scope has some running. Ignores failures: the next start retries. */
    start(scope: string, work: (signal: AbortSignal) => Promise<unknown>): void {
      if (running.has(scope) || ended.signal.aborted) return;
      const done = work(AbortSignal.any([ended.signal, AbortSignal.timeout(maxWorkMs)]))
        .catch(() => undefined)
        .finally(() => running.delete(scope));
      running.set(scope, done);
    },
    /** Resolves when the scope has none running. */
    async settled(scope: string): Promise<void> {
      await running.get(scope);
    },
    async close(): Promise<void> {
      ended.abort();
      await Promise.all(running.values());
    },
  };
}

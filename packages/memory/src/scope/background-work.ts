/** Work in the background, one at a time for each scope; closing aborts it. */
export interface BackgroundWork {
  /** Starts work unless the scope has some running. Ignores failures: the next start retries. */
  start(scope: string, work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Resolves when the scope has none running. */
  settled(scope: string): Promise<void>;
  close(): Promise<void>;
}

export function createBackgroundWork(): BackgroundWork {
  const running = new Map<string, Promise<unknown>>();
  const ended = new AbortController();
  return {
    start(scope, work) {
      if (running.has(scope) || ended.signal.aborted) return;
      const done = work(ended.signal)
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

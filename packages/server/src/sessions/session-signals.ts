/** Calls listeners when a session changes. */
export interface SessionSignals {
  changed(sessionId: string): void;
  /** Returns the function that stops listening. */
  listen(sessionId: string, listener: () => void): () => void;
}

export function createSessionSignals(): SessionSignals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    changed(sessionId) {
      for (const listener of listeners.get(sessionId) ?? []) listener();
    },
    listen(sessionId, listener) {
      const all = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(sessionId);
      };
    },
  };
}

import type { Store } from '@everlong/core';

import type { ChangeGuard } from './change-guard.js';

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

/** A store that signals every change made through it, and makes those that the guard allows. */
export function watchStore(
  store: Store,
  { changed }: SessionSignals,
  { write }: Pick<ChangeGuard, 'write'>,
): Store {
  return {
    ...store,
    async append(sessionId, ...rest) {
      const entries = await write(sessionId, () => store.append(sessionId, ...rest));
      changed(sessionId);
      return entries;
    },
    async appendRecord(sessionId, ...rest) {
      const record = await write(sessionId, () => store.appendRecord(sessionId, ...rest));
      changed(sessionId);
      return record;
    },
    async deleteSession(sessionId) {
      await store.deleteSession(sessionId);
      changed(sessionId);
    },
  };
}

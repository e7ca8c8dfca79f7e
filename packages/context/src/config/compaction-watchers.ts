import type { CompactionRecord } from '@everlong/core';

import type { SessionHooks } from './hooks.js';

/** Called for each compaction of a session, besides the hooks of its caller. */
export interface CompactionWatcher {
  begins(): void;
  /** The record is durable. */
  made(record: CompactionRecord): void;
}

/** The hooks, which also call whoever watches at that moment. */
export function withWatchers(
  hooks: SessionHooks,
  watchers: ReadonlySet<CompactionWatcher>,
): SessionHooks {
  const own: SessionHooks = {
    onBeforeCompaction(event) {
      for (const watcher of watchers) watcher.begins();
      return hooks.onBeforeCompaction?.(event);
    },
    onCompaction(event) {
      for (const watcher of watchers) watcher.made(event.record);
      return hooks.onCompaction?.(event);
    },
  };
  return Object.assign(Object.create(hooks) as SessionHooks, own);
}

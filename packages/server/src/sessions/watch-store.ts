import type { Store } from '@everlong/core';

import type { ChangeGuard } from './change-guard.js';
import type { SessionSignals } from './session-signals.js';

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

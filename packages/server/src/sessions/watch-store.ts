import type { Store } from '@everlong/core';

import type { ChangeGuard } from './change-guard.js';
import type { SessionSignals } from './session-signals.js';

interface Watch extends Pick<SessionSignals, 'changed'>, Pick<ChangeGuard, 'write'> {
  /** Called after a rewind, before whoever made it goes on. */
  withdrawn(sessionId: string): Promise<void>;
}

/** A store that signals every change made through it, and makes those that the guard allows. */
export function watchStore(store: Store, { changed, write, withdrawn }: Watch): Store {
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
      if (record.type === 'rewind') await withdrawn(sessionId);
      return record;
    },
    async deleteSession(sessionId) {
      await store.deleteSession(sessionId);
      changed(sessionId);
    },
  };
}

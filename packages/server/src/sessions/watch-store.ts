import type { Store } from '@everlong/core';

import type { ChangeGuard } from './change-guard.js';
import { LOOK_UP } from './find-entry.js';
import type { SessionSignals } from './session-signals.js';

interface Watch extends Pick<SessionSignals, 'changed'>, Pick<ChangeGuard, 'write'> {
  /** Called after a rewind, before whoever made it goes on. */
  withdrawn(sessionId: string): Promise<void>;
}

/**
 * A store that signals every change made through it, and makes those that the guard allows. Looking
 * up an entry is none, and waits for nobody's.
 */
export function watchStore(store: Store, { changed, write, withdrawn }: Watch): Store {
  return {
    ...store,
    async append(sessionId, inputs, options) {
      if (options?.expectedSeq === LOOK_UP) return store.append(sessionId, inputs, options);
      const entries = await write(sessionId, () => store.append(sessionId, inputs, options));
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

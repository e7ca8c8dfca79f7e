import type { Store } from '@everlong/core';

import { collect, say } from './samples.js';

/** Every call that names a session; `media` is the hash that it asks for. */
export function callsOn(
  store: Store,
  sessionId: string,
  media: string = 'f'.repeat(64),
): Record<string, () => Promise<unknown>> {
  return {
    getSession: () => store.getSession(sessionId),
    append: () => store.append(sessionId, [say('x')]),
    'append of nothing': () => store.append(sessionId, []),
    read: () => collect(store.read(sessionId)),
    appendRecord: () => store.appendRecord(sessionId, { type: 'pin', seq: 0, pinned: true }),
    readRecords: () => collect(store.readRecords(sessionId)),
    updateSession: () => store.updateSession(sessionId, { title: 'x' }),
    deleteSession: () => store.deleteSession(sessionId),
    search: () => store.search('x', { sessionId }),
    putMedia: () => store.putMedia(sessionId, new Uint8Array(1), 'image/png'),
    getMedia: () => store.getMedia(sessionId, media),
  };
}

import type { JsonObject, Store } from '@everlong/core';

import { usableRecords } from './usable-records.js';

/** Other notes that are passed over in search of the newest one of a name. */
export const MAX_NOTES_READ = 256;

/** A note as it was recorded last. */
export interface LastNote {
  value: JsonObject;
  recordedAt: string;
}

/** The newest `note` record of a name; `undefined` without one. */
export async function lastNote(
  store: Store,
  sessionId: string,
  name: string,
): Promise<LastNote | undefined> {
  const newestFirst = { type: 'note', reverse: true, limit: MAX_NOTES_READ } as const;
  for await (const record of usableRecords(store, sessionId, newestFirst)) {
    if (record.name === name && record.value !== undefined) return record;
  }
  return undefined;
}

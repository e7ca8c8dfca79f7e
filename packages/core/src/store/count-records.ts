import type { Store } from './store.js';

/** How many records a session has; reads the newest one alone. */
export async function countRecords(
  store: Pick<Store, 'readRecords'>,
  sessionId: string,
): Promise<number> {
  for await (const { recordSeq } of store.readRecords(sessionId, { reverse: true, limit: 1 })) {
    return recordSeq + 1;
  }
  return 0;
}

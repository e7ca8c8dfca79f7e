import { type Entry, type Store, StoreConflictError } from '@everlong/core';

/**
 * The entry of that id; `undefined` when the session has none. Stores know their ids: an append of
 * an id that is there adds nothing and gives the stored entry, and with an impossible `expectedSeq`
 * one that is not there is refused.
 */
export async function findEntry(
  store: Store,
  sessionId: string,
  id: string,
): Promise<Entry | undefined> {
  const probe = { id, message: { role: 'user' as const, content: '' } };
  try {
    return (await store.append(sessionId, [probe], { expectedSeq: -1 }))[0];
  } catch (error) {
    if (StoreConflictError.isInstance(error)) return undefined;
    throw error;
  }
}

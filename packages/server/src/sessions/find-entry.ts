import { type Entry, type Store, StoreConflictError } from '@everlong/core';

/** The `expectedSeq` of an append that only looks. */
export const LOOK_UP = -1;

/**
 * The entry of that id; `undefined` when the session has none. `Store` has no lookup by id, but its
 * `append` returns the stored entry of a known id, and an impossible `expectedSeq` makes it refuse
 * an unknown one. So nothing is written, and no lock is waited for.
 */
export async function findEntry(
  store: Store,
  sessionId: string,
  id: string,
): Promise<Entry | undefined> {
  const probe = { id, message: { role: 'user' as const, content: '' } };
  try {
    return (await store.append(sessionId, [probe], { expectedSeq: LOOK_UP }))[0];
  } catch (error) {
    if (StoreConflictError.isInstance(error)) return undefined;
    throw error;
  }
}

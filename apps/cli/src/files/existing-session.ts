import { type SessionInfo, SessionNotFoundError, type Store } from '@everlong/core';

/** What a store knows of a session; `undefined` where it has none by this id, or no longer. */
export async function existingSession(store: Store, id: string): Promise<SessionInfo | undefined> {
  try {
    return await store.getSession(id);
  } catch (error) {
    if (SessionNotFoundError.isInstance(error)) return undefined;
    throw error;
  }
}

import { SessionNotFoundError, StoreConflictError } from '@everlong/core';
import { checkName, createId } from '@everlong/core/store-kit';

import { requireWholeFork } from '../past/unfinished-fork.js';
import type { SessionOptions } from '../config/session-options.js';

/**
 * The id of the session with the given one, which is created if it is not there yet. Rejects with
 * `ConfigError` for a fork that is not whole.
 */
export async function openOrCreate({
  store,
  id,
  agent = 'default',
}: SessionOptions): Promise<string> {
  checkName('agent', agent);
  if (id === undefined) return (await store.createSession({ id: createId(), agent })).id;
  try {
    const known = await store.getSession(id);
    await requireWholeFork(store, known);
    return known.id;
  } catch (error) {
    if (!SessionNotFoundError.isInstance(error)) throw error;
  }
  try {
    return (await store.createSession({ id, agent })).id;
  } catch (error) {
    // Another process made it in between: it is there now.
    if (!StoreConflictError.isInstance(error)) throw error;
    return (await store.getSession(id)).id;
  }
}

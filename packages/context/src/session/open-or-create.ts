import { type SessionInfo, SessionNotFoundError, StoreConflictError } from '@everlong/core';
import { checkName, createId } from '@everlong/core/store-kit';

import { requireWholeFork } from '../past/unfinished-fork.js';
import type { SessionOptions } from '../config/session-options.js';
import { keptMetadata } from '../config/kept-settings.js';

/**
 * The session of that id; `undefined` where it is not there yet. Rejects with `ConfigError` for a
 * fork that is not whole.
 */
export async function findSession({
  store,
  id,
  agent = 'default',
}: SessionOptions): Promise<SessionInfo | undefined> {
  checkName('agent', agent);
  if (id === undefined) return undefined;
  try {
    const known = await store.getSession(id);
    await requireWholeFork(store, known);
    return known;
  } catch (error) {
    if (!SessionNotFoundError.isInstance(error)) throw error;
    return undefined;
  }
}

/** Creates the session, with what it keeps of these options. */
export async function createSession(options: SessionOptions): Promise<SessionInfo> {
  const { store, id, agent = 'default' } = options;
  const metadata = keptMetadata(options, undefined);
  const input = { agent, ...(metadata === undefined ? {} : { metadata }) };
  if (id === undefined) return store.createSession({ ...input, id: createId() });
  try {
    return await store.createSession({ ...input, id });
  } catch (error) {
    // Another process made it in between: it is there now.
    if (!StoreConflictError.isInstance(error)) throw error;
    return store.getSession(id);
  }
}

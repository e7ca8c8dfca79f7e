import { ConfigError, type Memory, type Store } from '@everlong/core';
import { requireOptions, showValue } from '@everlong/core/internal';
import { type SeqRange, withdrawnRanges } from '@everlong/core/store-kit';

import { refuseUnreadable } from './refuse-unreadable.js';
import { readRewinds } from '../state/find-epoch.js';
import { createLogObserver } from './log-observer.js';
import { usualScope } from './usual-scope.js';
import { createMemoryGuard, type MemoryGuard } from './memory-guard.js';

/** What `syncMemory` reads, and who learns it. */
export interface SyncMemoryOptions {
  /** Has the sessions. */
  store: Store;
  /** Learns what it has not seen. */
  memory: Memory;
  /** Whose sessions. */
  agent: string;
  /** Default: that of `openSession`. */
  memoryScope?: string;
  /** The most sessions, those updated last first. Default: all. */
  limit?: number;
}

/** How many sessions `syncMemory` read. */
export interface SyncMemoryResult {
  /** Sessions that were looked at. */
  sessions: number;
  /** Sessions of which the memory had not seen everything. */
  behind: number;
}

const OPTIONS = { store: true, memory: true, agent: true, memoryScope: true, limit: true };

/**
 * Has a memory observe what the sessions of an agent hold and it has not seen: after a crash, or of
 * the time before there was a memory. Rejects with what the memory rejects with, and once the others
 * are observed with what the store says of a session that it cannot read.
 */
export async function syncMemory(options: SyncMemoryOptions): Promise<SyncMemoryResult> {
  requireOptions('syncMemory', options, OPTIONS);
  const { store, memory, agent, limit } = options;
  if (typeof agent !== 'string' || agent === '') {
    throw new ConfigError(`syncMemory needs the name of an agent, not ${showValue(agent)}.`);
  }
  const scope = options.memoryScope ?? usualScope(store, agent);
  const guard = createMemoryGuard({ memory, scope, timeoutMs: Infinity });
  const sessions = await store.listSessions({ agent, ...(limit === undefined ? {} : { limit }) });
  let behind = 0;
  for (const { id, entryCount } of sessions) {
    const through = await guard.wait((each) => each.observedThroughSeq(scope, id));
    if (through >= entryCount - 1) continue;
    behind++;
    const observer = await observerOf(store, id, guard);
    await observer.catchUp();
    if (!observer.isUpToDate()) throw observer.failure();
  }
  await refuseUnreadable(store, sessions);
  return { sessions: sessions.length, behind };
}

/** Sessions that are looked at when another one of their agent is opened. */
const MAX_KNOWN_SESSIONS = 20;

/**
 * Catches up the other sessions of an agent that this memory has begun to observe: their process
 * may have been killed. Never rejects.
 */
export async function observeKnownSessions(
  { store, agent, sessionId }: { store: Store; agent: string | undefined; sessionId: string },
  guard: MemoryGuard,
): Promise<void> {
  if (agent === undefined) return;
  try {
    for (const { id, entryCount } of await store.listSessions({
      agent,
      limit: MAX_KNOWN_SESSIONS,
    })) {
      if (id === sessionId) continue;
      const through = await guard.wait((memory, scope) => memory.observedThroughSeq(scope, id));
      if (through < 0 || through >= entryCount - 1) continue;
      await (await observerOf(store, id, guard)).catchUp();
    }
  } catch {
    // A memory that fails is asked again when the next session is opened.
  }
}

async function observerOf(
  store: Store,
  sessionId: string,
  guard: MemoryGuard,
): Promise<ReturnType<typeof createLogObserver>> {
  const ranges: readonly SeqRange[] = withdrawnRanges(await readRewinds(store, sessionId));
  return createLogObserver({ guard, store, sessionId, withdrawn: () => ranges });
}

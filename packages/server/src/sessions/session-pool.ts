import { openSession, type Session, type SessionOptions } from '@everlong/context';
import { type Memory, SessionNotFoundError, type Store } from '@everlong/core';
import { definedFields, readSettings } from '@everlong/core/internal';

import type { SessionDefaults } from '../config/server-options.js';
import type { FindUpstream } from '../config/server-options.js';

/** Keeps recently used sessions open, so that a request need not load the logs again. */
export interface SessionPool {
  /**
   * Works on a session, which stays open meanwhile. Rejects with `SessionNotFoundError` when there
   * is none: the pool never creates one.
   */
  use<Result>(
    tenant: string,
    sessionId: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>;
  /** Closes a session once nobody works on it; the next use opens it again. */
  forget(tenant: string, sessionId: string): Promise<void>;
  readonly size: number;
  /** Closes all of them. */
  close(): Promise<void>;
}

export interface SessionPoolOptions {
  storeOf(tenant: string): Store;
  defaults: SessionDefaults;
  /** By the model that the session names, if it names one. */
  summarizerOf(tenant: string, own: string | undefined): Promise<SessionOptions['summarizer']>;
  /** Who writes the summaries of a session with this model. */
  compactionOf?: (
    tenant: string,
    model: string | undefined,
  ) => Promise<Pick<SessionOptions, 'compaction' | 'compactor'>>;
  upstream: FindUpstream;
  /** The memory of an agent, where sessions use one. */
  memoryOf:
    | ((tenant: string, agent: string) => Promise<{ memory: Memory; scope: string }>)
    | undefined;
  maxOpen: number;
  /** A session that could not be closed: the request that closed it may be another tenant's. */
  closeFailed(error: unknown): void;
}

interface Pooled {
  /**
   * Until it is closed: tables that the pool's map has outgrown refer to each other and outlive
   * young collections, and would keep every session that was ever open until the next full one.
   */
  session: Promise<Session> | undefined;
  users: number;
  /** Close it when the last user leaves. */
  isForgotten: boolean;
}

export function createSessionPool(options: SessionPoolOptions): SessionPool {
  /** The least recently used first. */
  const pooled = new Map<string, Pooled>();

  function take(tenant: string, sessionId: string): [Pooled, Promise<Session>] {
    const key = keyOf(tenant, sessionId);
    const known = pooled.get(key);
    const session = known?.session ?? open(options, tenant, sessionId);
    const entry = known ?? begin(key, session);
    pooled.delete(key);
    pooled.set(key, entry);
    entry.users++;
    return [entry, session];
  }

  /** A session that cannot be opened is tried again at its next use. */
  function begin(key: string, session: Promise<Session>): Pooled {
    const entry: Pooled = { session, users: 0, isForgotten: false };
    session.catch(() => {
      if (pooled.get(key) === entry) pooled.delete(key);
    });
    return entry;
  }

  async function release(entry: Pooled): Promise<void> {
    entry.users--;
    if (entry.isForgotten) await closeUnused(entry, options);
    for (const [key, oldest] of pooled) {
      if (pooled.size <= options.maxOpen) return;
      if (oldest.users > 0) continue;
      pooled.delete(key);
      await closeUnused(oldest, options);
    }
  }

  async function forget(key: string): Promise<void> {
    const entry = pooled.get(key);
    if (entry === undefined) return;
    pooled.delete(key);
    entry.isForgotten = true;
    await closeUnused(entry, options);
  }

  return {
    async use(tenant, sessionId, work) {
      const [entry, session] = take(tenant, sessionId);
      try {
        return await work(await session);
      } finally {
        await release(entry);
      }
    },
    forget: (tenant, sessionId) => forget(keyOf(tenant, sessionId)),
    get size() {
      return pooled.size;
    },
    close: async () => void (await Promise.all([...pooled.keys()].map(forget))),
  };
}

async function closeUnused(entry: Pooled, { closeFailed }: SessionPoolOptions): Promise<void> {
  if (entry.users > 0) return;
  const { session } = entry;
  entry.session = undefined;
  const opened = await session?.catch(() => undefined);
  await opened?.close().catch(closeFailed);
}

async function open(
  { storeOf, defaults, summarizerOf, compactionOf, upstream, memoryOf }: SessionPoolOptions,
  tenant: string,
  sessionId: string,
): Promise<Session> {
  const store = storeOf(tenant);
  const info = await store.getSession(sessionId);
  const kept = await memoryOf?.(tenant, info.agent);
  const { model = defaults.model, summaryModel } = readSettings(info);
  const summarizer = await summarizerOf(tenant, summaryModel);
  const contextWindow = model === undefined ? undefined : upstream(model)?.contextWindow;
  return openSession({
    store: withoutCreating(store, sessionId),
    id: sessionId,
    defaults: { ...defaults, ...definedFields({ contextWindow }) },
    ...definedFields({
      modelWindow: contextWindow,
      summarizer,
      memory: kept?.memory,
      memoryScope: kept?.scope,
    }),
    ...(await compactionOf?.(tenant, model)),
  });
}

/** Opening a session must not create again what was deleted meanwhile. */
function withoutCreating(store: Store, sessionId: string): Store {
  return {
    ...store,
    async createSession(input) {
      if (input.id === sessionId) throw new SessionNotFoundError(sessionId);
      return store.createSession(input);
    },
  };
}

function keyOf(tenant: string, sessionId: string): string {
  return `${tenant}\0${sessionId}`;
}

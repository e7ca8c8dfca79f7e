import type { JsonValue } from '@everlong/core';

import type { Deleted, NewSession, Session, SessionPatch } from '../api.js';
import type { Page } from './page.js';

/** A session as lists show it. */
export interface ListedSession {
  id: string;
  agent: string;
  title?: string;
  metadata: Record<string, JsonValue>;
  /** How many messages it has. */
  entryCount: number;
  epoch: number;
  /** ISO 8601, as `updatedAt`. */
  createdAt: string;
  updatedAt: string;
}

/** Sessions to list and change, as `useSessions` of `@everlong/react` takes them. */
export interface SessionList {
  /** One page, newest first; `after` is the last id of the page before. */
  list(options?: { after?: string }): Promise<{ sessions: ListedSession[]; hasMore: boolean }>;
  /** Resolves with the new session. */
  create(input?: { title?: string }): Promise<ListedSession>;
  /** Gives a session another title. */
  rename(id: string, title: string): Promise<ListedSession>;
  /** A new session with the messages up to and including `atSeq`, by default all. */
  fork(id: string, atSeq?: number): Promise<ListedSession>;
  /** Deletes a session. */
  remove(id: string): Promise<void>;
}

/** Options of `sessionList`. */
export interface SessionListOptions {
  /** Only sessions of this agent; new ones are its own. */
  agent?: string;
  /** Sessions a page, from 1 to 100. Default 20. */
  limit?: number;
}

interface Sessions {
  list(query: SessionListOptions & { after?: string }): Promise<Page<Session>>;
  create(body: NewSession): Promise<Session>;
  update(id: string, body: SessionPatch): Promise<Session>;
  fork(id: string, body: { at_seq?: number }): Promise<Session>;
  delete(id: string): Promise<Deleted>;
}

/** Adapts the calls on sessions to what `useSessions` needs. */
export function createSessionList(sessions: Sessions, options: SessionListOptions): SessionList {
  return {
    async list(page = {}) {
      const { data, has_more: hasMore } = await sessions.list({ ...options, ...page });
      return { sessions: data.map(listed), hasMore };
    },
    create: async ({ title } = {}) =>
      listed(await sessions.create({ agent: options.agent, title })),
    rename: async (id, title) => listed(await sessions.update(id, { title })),
    fork: async (id, atSeq) =>
      listed(await sessions.fork(id, atSeq === undefined ? {} : { at_seq: atSeq })),
    async remove(id) {
      await sessions.delete(id);
    },
  };
}

function listed(session: Session): ListedSession {
  const { id, agent, title, metadata, epoch } = session;
  return {
    id,
    agent,
    ...(title === null ? {} : { title }),
    metadata: metadata as Record<string, JsonValue>,
    entryCount: session.message_count,
    epoch,
    createdAt: session.created_at,
    updatedAt: session.updated_at,
  };
}

import type { SessionInfo } from '@everlong/core';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A session in a list. */
export type ListedSession = Pick<SessionInfo, 'id'> & Partial<SessionInfo>;

/** What `useSessions` asks of a client; each call rejects when it fails. */
export interface SessionsClient<Session extends ListedSession = ListedSession> {
  /** One page, newest first; `after`: the id that the page before ended with. */
  list(options: { after?: string }): Promise<{ sessions: readonly Session[]; hasMore: boolean }>;
  create(input: { title?: string }): Promise<Session>;
  rename(id: string, title: string): Promise<unknown>;
  /** A new session with the entries up to and including `atSeq`; without it, all. */
  fork(id: string, atSeq?: number): Promise<Session>;
  remove(id: string): Promise<unknown>;
}

export interface Sessions<Session extends ListedSession = ListedSession> {
  sessions: readonly Session[];
  status: 'loading' | 'ready' | 'error';
  /** Why the last call failed; a change that failed is taken back. */
  error: Error | undefined;
  hasMore: boolean;
  loadMore(): Promise<void>;
  /** Begins the list again. */
  refresh(): Promise<void>;
  /** Each resolves with what the client gave, `undefined` after a failure. */
  create(input?: { title?: string }): Promise<Session | undefined>;
  fork(id: string, atSeq?: number): Promise<Session | undefined>;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Listed<Session> {
  sessions: readonly Session[];
  hasMore: boolean;
  status: Sessions['status'];
  error: Error | undefined;
}

/** A list of sessions: changes show at once and are taken back if the client rejects. */
export function useSessions<Session extends ListedSession = ListedSession>(
  client: SessionsClient<Session>,
): Sessions<Session> {
  const [listed, setListed] = useState<Listed<Session>>({
    sessions: [],
    hasMore: false,
    status: 'loading',
    error: undefined,
  });
  const latest = useRef(listed);
  const change = useCallback((next: (before: Listed<Session>) => Partial<Listed<Session>>) => {
    latest.current = { ...latest.current, ...next(latest.current) };
    setListed(latest.current);
  }, []);
  /** The answers of a client or a list that is no longer the current one are dropped. */
  const generation = useRef(0);

  const attempt = useCallback(
    async <Result>(
      call: () => Promise<Result>,
      apply: (result: Result, before: Listed<Session>) => Partial<Listed<Session>>,
      undo: (before: Listed<Session>) => Partial<Listed<Session>> = () => ({}),
    ): Promise<Result | undefined> => {
      const mine = generation.current;
      try {
        const result = await call();
        if (mine === generation.current) {
          change((before) => ({ status: 'ready', error: undefined, ...apply(result, before) }));
        }
        return result;
      } catch (error) {
        if (mine === generation.current) {
          change((before) => ({ ...undo(before), status: 'error', error: toError(error) }));
        }
        return undefined;
      }
    },
    [change],
  );

  const refresh = useCallback(async (): Promise<void> => {
    generation.current += 1;
    change(() => ({ status: 'loading', error: undefined }));
    await attempt(
      () => client.list({}),
      ({ sessions, hasMore }) => ({ sessions, hasMore }),
    );
  }, [attempt, change, client]);

  useEffect(() => {
    void refresh();
    return () => {
      generation.current += 1;
    };
  }, [refresh]);

  const loadMore = useCallback(async (): Promise<void> => {
    const { sessions, hasMore, status } = latest.current;
    const after = sessions.at(-1)?.id;
    if (!hasMore || status === 'loading' || after === undefined) return;
    change(() => ({ status: 'loading' }));
    await attempt(
      () => client.list({ after }),
      (page, before) => ({
        sessions: withoutRepeats([...before.sessions, ...page.sessions]),
        hasMore: page.hasMore,
      }),
    );
  }, [attempt, change, client]);

  const add = useCallback(
    (call: () => Promise<Session>) =>
      attempt(call, (made, { sessions }) => ({ sessions: withoutRepeats([made, ...sessions]) })),
    [attempt],
  );
  const create = useCallback((input = {}) => add(() => client.create(input)), [add, client]);
  const fork = useCallback(
    (id: string, atSeq?: number) => add(() => client.fork(id, atSeq)),
    [add, client],
  );

  const rename = useCallback(
    async (id: string, title: string): Promise<void> => {
      const old = latest.current.sessions.find((session) => session.id === id)?.title;
      const entitle = (name: string | undefined) => (before: Listed<Session>) => ({
        sessions: before.sessions.map((session) =>
          session.id === id ? { ...session, title: name } : session,
        ),
      });
      change(entitle(title));
      await attempt(
        () => client.rename(id, title),
        () => ({}),
        entitle(old),
      );
    },
    [attempt, change, client],
  );

  const remove = useCallback(
    async (id: string): Promise<void> => {
      const place = latest.current.sessions.findIndex((session) => session.id === id);
      const removed = latest.current.sessions[place];
      if (removed === undefined) return;
      change(({ sessions }) => ({ sessions: sessions.filter((session) => session !== removed) }));
      await attempt(
        () => client.remove(id),
        () => ({}),
        ({ sessions }) => ({ sessions: sessions.toSpliced(place, 0, removed) }),
      );
    },
    [attempt, change, client],
  );

  return { ...listed, loadMore, refresh, create, fork, rename, remove };
}

function withoutRepeats<Session extends ListedSession>(sessions: readonly Session[]): Session[] {
  return [...new Map(sessions.map((session) => [session.id, session])).values()];
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

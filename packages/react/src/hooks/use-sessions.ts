import type { SessionInfo } from '@everlong/core';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A session in a list. */
export type ListedSession = Pick<SessionInfo, 'id'> & Partial<SessionInfo>;

/** What `useSessions` asks of a client; each call rejects when it fails. */
export interface SessionsClient<Session extends ListedSession = ListedSession> {
  /** One page, newest first; `after` is the last id of the previous page. */
  list(options: { after?: string }): Promise<{ sessions: readonly Session[]; hasMore: boolean }>;
  /** Resolves with the new session. */
  create(input: { title?: string }): Promise<Session>;
  /** Gives a session another title. */
  rename(id: string, title: string): Promise<unknown>;
  /** A new session with the entries up to and including `atSeq`, by default all. */
  fork(id: string, atSeq?: number): Promise<Session>;
  /** Deletes a session. */
  remove(id: string): Promise<unknown>;
}

/** A list of sessions and what can be done with them. No call rejects: see `error`. */
export interface Sessions<Session extends ListedSession = ListedSession> {
  sessions: readonly Session[];
  status: 'loading' | 'ready' | 'error';
  /** Why the last call failed; failed changes are rolled back. */
  error: Error | undefined;
  /** Whether `loadMore` finds another page. */
  hasMore: boolean;
  /** Adds the next page; does nothing on the last one or while one is loading. */
  loadMore(): Promise<void>;
  /** Loads the list again from its first page. */
  refresh(): Promise<void>;
  /** Resolves with the new session, or `undefined` after a failure; so does `fork`. */
  create(input?: { title?: string }): Promise<Session | undefined>;
  /** A new session with the entries up to and including `atSeq`, by default all. */
  fork(id: string, atSeq?: number): Promise<Session | undefined>;
  /** Gives a session another title, shown at once. */
  rename(id: string, title: string): Promise<void>;
  /** Deletes a session, which leaves the list at once. */
  remove(id: string): Promise<void>;
}

interface Listed<Session> {
  sessions: readonly Session[];
  hasMore: boolean;
  status: Sessions['status'];
  error: Error | undefined;
}

type Change<Session> = (before: Listed<Session>) => Partial<Listed<Session>>;

/** A list of sessions: changes show at once and are rolled back if the client rejects. */
export function useSessions<Session extends ListedSession = ListedSession>(
  client: SessionsClient<Session>,
): Sessions<Session> {
  const list = useSessionList<Session>();
  const pages = useSessionPages(client, list);
  const changes = useSessionChanges(client, list);
  return { ...list.listed, ...pages, ...changes };
}

interface SessionList<Session> {
  listed: Listed<Session>;
  /** The current list, also for callbacks of earlier renderings. */
  latest: { readonly current: Listed<Session> };
  change: (next: Change<Session>) => void;
  /** Makes `attempt` ignore the answers to all earlier calls. */
  restart: () => void;
  /** Calls the client and applies its answer, or `undo` if it rejects. Never rejects. */
  attempt: <Result>(
    call: () => Promise<Result>,
    apply: (result: Result, before: Listed<Session>) => Partial<Listed<Session>>,
    undo?: Change<Session>,
  ) => Promise<Result | undefined>;
}

function useSessionList<Session extends ListedSession>(): SessionList<Session> {
  const [listed, setListed] = useState<Listed<Session>>({
    sessions: [],
    hasMore: false,
    status: 'loading',
    error: undefined,
  });
  const latest = useRef(listed);
  const change = useCallback((next: Change<Session>) => {
    latest.current = { ...latest.current, ...next(latest.current) };
    setListed(latest.current);
  }, []);
  const generation = useRef(0);
  const restart = useCallback(() => {
    generation.current += 1;
  }, []);

  const attempt = useCallback(
    async <Result>(
      call: () => Promise<Result>,
      apply: (result: Result, before: Listed<Session>) => Partial<Listed<Session>>,
      undo: Change<Session> = () => ({}),
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
  return { listed, latest, change, restart, attempt };
}

function useSessionPages<Session extends ListedSession>(
  client: SessionsClient<Session>,
  { latest, change, restart, attempt }: SessionList<Session>,
): Pick<Sessions<Session>, 'refresh' | 'loadMore'> {
  const refresh = useCallback(async (): Promise<void> => {
    restart();
    change(() => ({ status: 'loading', error: undefined }));
    await attempt(
      () => client.list({}),
      ({ sessions, hasMore }) => ({ sessions, hasMore }),
    );
  }, [attempt, change, client, restart]);

  useEffect(() => {
    void refresh();
    return restart;
  }, [refresh, restart]);

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
  }, [attempt, change, client, latest]);
  return { refresh, loadMore };
}

function useSessionChanges<Session extends ListedSession>(
  client: SessionsClient<Session>,
  { latest, change, attempt }: SessionList<Session>,
): Pick<Sessions<Session>, 'create' | 'fork' | 'rename' | 'remove'> {
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
    [attempt, change, client, latest],
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
    [attempt, change, client, latest],
  );

  return { create, fork, rename, remove };
}

function withoutRepeats<Session extends ListedSession>(sessions: readonly Session[]): Session[] {
  return [...new Map(sessions.map((session) => [session.id, session])).values()];
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

import { useCallback, useEffect, useRef } from 'react';

import {
  type Edit,
  type ListedSession,
  type SessionList,
  useSessionEdits,
  useSessionList,
  withoutRepeats,
} from './use-session-list.js';

/** The calls that `useSessions` makes; each rejects when it fails. */
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
  /** True if `loadMore` finds another page. */
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

/** A list of sessions: changes show at once and are rolled back if the client rejects. */
export function useSessions<Session extends ListedSession = ListedSession>(
  client: SessionsClient<Session>,
): Sessions<Session> {
  const list = useSessionList<Session>();
  const pages = useSessionPages(client, list);
  const changes = useSessionChanges(client, list);
  return { ...list.listed, ...pages, ...changes };
}

function useSessionPages<Session extends ListedSession>(
  client: SessionsClient<Session>,
  { latest, edits, change, restart, attempt }: SessionList<Session>,
): Pick<Sessions<Session>, 'refresh' | 'loadMore'> {
  /** Which list the pages are of: those of an earlier one come too late. */
  const asked = useRef(0);
  const refresh = useCallback(async (): Promise<void> => {
    const mine = ++asked.current;
    for (const edit of edits) if (edit.isDone) edits.delete(edit);
    change(() => ({ status: 'loading', error: undefined }));
    await attempt(
      () => client.list({}),
      ({ sessions, hasMore }) => ({
        sessions: [...edits].reduce((list, { apply }) => apply(list), sessions),
        hasMore,
      }),
      { isStale: () => mine !== asked.current },
    );
  }, [attempt, change, client, edits]);

  useEffect(() => {
    // Another client's sessions are not this one's.
    change(() => ({ sessions: [], hasMore: false }));
    void refresh();
    return restart;
  }, [change, refresh, restart]);

  const loadMore = useCallback(async (): Promise<void> => {
    const { sessions, hasMore, status } = latest.current;
    const after = sessions.at(-1)?.id;
    if (!hasMore || status === 'loading' || after === undefined) return;
    const mine = asked.current;
    change(() => ({ status: 'loading' }));
    await attempt(
      () => client.list({ after }),
      (page, before) => ({
        sessions: withoutRepeats([...before.sessions, ...page.sessions]),
        hasMore: page.hasMore,
      }),
      { isStale: () => mine !== asked.current },
    );
  }, [attempt, change, client, latest]);
  return { refresh, loadMore };
}

function useSessionChanges<Session extends ListedSession>(
  client: SessionsClient<Session>,
  list: SessionList<Session>,
): Pick<Sessions<Session>, 'create' | 'fork' | 'rename' | 'remove'> {
  const { latest } = list;
  const { edit, add } = useSessionEdits(list);
  const create = useCallback((input = {}) => add(() => client.create(input)), [add, client]);
  const fork = useCallback(
    (id: string, atSeq?: number) => add(() => client.fork(id, atSeq)),
    [add, client],
  );

  const rename = useCallback(
    async (id: string, title: string): Promise<void> => {
      const old = latest.current.sessions.find((session) => session.id === id)?.title;
      const entitle =
        (
          name: string | undefined,
          isMeant: (session: Session) => boolean,
        ): Edit<Session>['apply'] =>
        (sessions) =>
          sessions.map((session) =>
            session.id === id && isMeant(session) ? { ...session, title: name } : session,
          );
      await edit(
        () => client.rename(id, title),
        entitle(title, () => true),
        // A later name stays.
        entitle(old, (session) => session.title === title),
      );
    },
    [client, edit, latest],
  );

  const remove = useCallback(
    async (id: string): Promise<void> => {
      const place = latest.current.sessions.findIndex((session) => session.id === id);
      const removed = latest.current.sessions[place];
      if (removed === undefined) return;
      await edit(
        () => client.remove(id),
        (sessions) => sessions.filter((session) => session.id !== id),
        (sessions) => withoutRepeats(sessions.toSpliced(place, 0, removed)),
      );
    },
    [client, edit, latest],
  );

  return { create, fork, rename, remove };
}

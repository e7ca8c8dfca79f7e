import type { SessionInfo } from '@everlong/core';
import { useCallback, useRef, useState } from 'react';

/** A session in a list. */
export type ListedSession = Pick<SessionInfo, 'id'> & Partial<SessionInfo>;

/** The list as it is shown. */
interface Listed<Session> {
  sessions: readonly Session[];
  hasMore: boolean;
  status: 'loading' | 'ready' | 'error';
  error: Error | undefined;
}

type Change<Session> = (before: Listed<Session>) => Partial<Listed<Session>>;

/** The effect of a call on the list; a page that was asked for before the call may lack it. */
export interface Edit<Session> {
  apply: (sessions: readonly Session[]) => readonly Session[];
  isDone: boolean;
}

/** The list of a client's sessions, and how calls of the client change it. */
export interface SessionList<Session> {
  listed: Listed<Session>;
  /** The current list, also for callbacks of earlier renderings. */
  latest: { readonly current: Listed<Session> };
  /** Changes that the answer to the newest `refresh` may lack, oldest first. */
  edits: Set<Edit<Session>>;
  change: (next: Change<Session>) => void;
  /** Makes `attempt` ignore the answers to all earlier calls. */
  restart: () => void;
  /**
   * Calls the client and applies its answer, or `undo` if it rejects; neither once it is stale.
   * Never rejects.
   */
  attempt: <Result>(
    call: () => Promise<Result>,
    apply: (result: Result, before: Listed<Session>) => Partial<Listed<Session>>,
    options?: { undo?: Change<Session>; isStale?: () => boolean },
  ) => Promise<Result | undefined>;
}

/** The list, empty and loading at first. */
export function useSessionList<Session extends ListedSession>(): SessionList<Session> {
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
  const [edits] = useState(() => new Set<Edit<Session>>());
  const restart = useCallback(() => {
    generation.current += 1;
    edits.clear();
  }, [edits]);

  const attempt = useCallback(
    async <Result>(
      call: () => Promise<Result>,
      apply: (result: Result, before: Listed<Session>) => Partial<Listed<Session>>,
      {
        undo = () => ({}),
        isStale = () => false,
      }: { undo?: Change<Session>; isStale?: () => boolean } = {},
    ): Promise<Result | undefined> => {
      const mine = generation.current;
      const counts = (): boolean => mine === generation.current && !isStale();
      try {
        const result = await call();
        if (counts()) {
          change((before) => ({ status: 'ready', error: undefined, ...apply(result, before) }));
        }
        return result;
      } catch (error) {
        if (counts()) {
          change((before) => ({ ...undo(before), status: 'error', error: toError(error) }));
        }
        return undefined;
      }
    },
    [change],
  );
  return { listed, latest, edits, change, restart, attempt };
}

/** The ways to change the list by a call. */
export function useSessionEdits<Session extends ListedSession>({
  edits,
  change,
  attempt,
}: SessionList<Session>): {
  edit(
    call: () => Promise<unknown>,
    apply: Edit<Session>['apply'],
    undo: Edit<Session>['apply'],
  ): Promise<void>;
  add(call: () => Promise<Session>): Promise<Session | undefined>;
} {
  /** Shows an edit at once, and takes it back when the call rejects. */
  const edit = useCallback(
    async (
      call: () => Promise<unknown>,
      apply: Edit<Session>['apply'],
      undo: Edit<Session>['apply'],
    ): Promise<void> => {
      const made = { apply, isDone: false };
      edits.add(made);
      change(({ sessions }) => ({ sessions: apply(sessions) }));
      await attempt(
        call,
        () => {
          made.isDone = true;
          return {};
        },
        {
          undo({ sessions }) {
            edits.delete(made);
            return { sessions: undo(sessions) };
          },
        },
      );
    },
    [attempt, change, edits],
  );

  const add = useCallback(
    (call: () => Promise<Session>) =>
      attempt(call, (made, { sessions }) => {
        const apply: Edit<Session>['apply'] = (list) => withoutRepeats([made, ...list]);
        edits.add({ apply, isDone: true });
        return { sessions: apply(sessions) };
      }),
    [attempt, edits],
  );
  return { edit, add };
}

/** Each session once, at its first place, as the list has it last. */
export function withoutRepeats<Session extends ListedSession>(
  sessions: readonly Session[],
): Session[] {
  return [...new Map(sessions.map((session) => [session.id, session])).values()];
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

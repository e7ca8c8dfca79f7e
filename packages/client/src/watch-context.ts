import type { ContextState } from '@everlong/core';

import { followSession } from './follow-session.js';
import type { Context } from './resources.js';
import type { Transport } from './transport.js';

/** A session's gauge as a store: for `useContextState` of `@everlong/react`, and alike. */
export interface ContextWatch {
  /** Calls back after each change; the function that it gives ends it. */
  subscribe(onChange: () => void): () => void;
  /** The newest state that is known; the same object until it changes. */
  getState(): ContextState | undefined;
}

export interface WatchOptions {
  /** What ended the watch: the session is gone, the key is not valid. Default: nobody is told. */
  onError?: (error: unknown) => void;
}

/**
 * The gauge of a session, asked for anew after each of its events, as long as somebody has
 * subscribed.
 */
export function watchContext(
  transport: Pick<Transport, 'json' | 'response'>,
  id: string,
  { onError }: WatchOptions = {},
): ContextWatch {
  const listeners = new Set<() => void>();
  let state: ContextState | undefined;
  let ending: AbortController | undefined;

  async function watch(own: AbortController): Promise<void> {
    const { signal } = own;
    let isAsking = false;
    let isStale = false;
    const fail = (error: unknown): void => {
      if (signal.aborted) return;
      own.abort();
      onError?.(error);
    };
    // Many events at once are one question, and one more for those that came during it.
    const refresh = async (): Promise<void> => {
      isStale = true;
      if (isAsking) return;
      isAsking = true;
      while (isStale && !signal.aborted) {
        isStale = false;
        const given = await transport.json<Context>('getContext', { path: { id }, signal });
        state = given.state;
        for (const listener of listeners) listener();
      }
      isAsking = false;
    };
    const ask = (): void => void refresh().catch(fail);
    try {
      for await (const _ of followSession(transport, id, { signal, onOpen: ask })) ask();
    } catch (error) {
      fail(error);
    }
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      if (listeners.size === 1) {
        ending = new AbortController();
        void watch(ending);
      }
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) ending?.abort();
      };
    },
    getState: () => state,
  };
}

import type { ContextState } from '@everlong/core';

import { FIRST_PAUSE_MS, followSession, MAX_PAUSE_MS } from './follow-session.js';
import type { Context } from '../api.js';
import { pause } from '../transport/pause.js';
import { isMomentary, type Transport } from '../transport/transport.js';

/** A store of a session's gauge, such as `useContextState` of `@everlong/react` takes. */
export interface ContextWatch {
  /** Calls `onChange` after each change; the returned function unsubscribes. */
  subscribe(onChange: () => void): () => void;
  /** The newest state known; the same object until it changes. */
  getState(): ContextState | undefined;
}

/** Options of `watchContext`. */
export interface WatchOptions {
  /** Gets the error that ended the watch: the session is gone, the key is not valid. */
  onError?: (error: unknown) => void;
}

/** Fetches the gauge of a session after each of its events while there are subscribers. */
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
    // Many events at once are one request, and one more for those that come during it.
    const refresh = async (): Promise<void> => {
      isStale = true;
      if (isAsking) return;
      isAsking = true;
      while (isStale && !signal.aborted) {
        isStale = false;
        state = await stateOf(transport, id, signal);
        for (const listener of listeners) listener();
      }
      isAsking = false;
    };
    const ask = (): void => void refresh().catch(fail);
    try {
      await untilHad(async () => {
        for await (const _ of followSession(transport, id, { signal, onOpen: ask })) ask();
      }, signal);
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

/** The gauge, asked for until it can be had. */
async function stateOf(
  { json }: Pick<Transport, 'json'>,
  id: string,
  signal: AbortSignal,
): Promise<ContextState> {
  const ask = () => json<Context>('getContext', { path: { id }, signal });
  return (await untilHad(ask, signal)).state;
}

/** Repeats a call that no server answers yet, after longer and longer pauses. */
async function untilHad<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await call();
    } catch (error) {
      if (!isMomentary(error)) throw error;
    }
    await pause(pauseMs, signal);
  }
}

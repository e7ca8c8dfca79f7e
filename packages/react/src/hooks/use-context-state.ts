import type { ContextState } from '@everlong/core';
import { useMemo, useSyncExternalStore } from 'react';

import { readContextState } from '../reading/read-context-state.js';

/**
 * A subscribable state, such as `client.watchContext(id)` of `@everlong/client` or a store of your
 * application.
 */
export interface ContextStore {
  /** Calls `onChange` after each change; returns the function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
  /** The current state. May be a new object on each call: called only once per change. */
  getState(): ContextState | null | undefined;
}

/** AI SDK messages, a chat helper that holds them (`useChat`), or a store. */
export type ContextSource =
  | readonly unknown[]
  | { readonly messages: readonly unknown[] }
  | ContextStore
  | null
  | undefined;

/** The newest `ContextState` of a source; `undefined` until one is known. */
export function useContextState(source: ContextSource): ContextState | undefined {
  const store = isStore(source) ? source : undefined;
  const messages = messagesOf(source);
  const cached = useMemo(() => createCachedState(store), [store]);
  const stored = useSyncExternalStore(cached.subscribe, cached.read, cached.read);
  // Not memoized by the list: a chat may change its last message in place.
  return messages === undefined ? (stored ?? undefined) : readContextState(messages);
}

interface CachedState {
  subscribe(onChange: () => void): () => void;
  read(): ContextState | null | undefined;
}

/** Caches the state between changes, as `useSyncExternalStore` requires. */
function createCachedState(store: ContextStore | undefined): CachedState {
  let state = store?.getState();
  return {
    subscribe(onChange) {
      const stop = store?.subscribe(() => {
        state = store.getState();
        onChange();
      });
      // It may have changed between rendering and subscribing.
      state = store?.getState();
      return () => stop?.();
    },
    read: () => state,
  };
}

function isStore(source: ContextSource): source is ContextStore {
  return typeof (source as Partial<ContextStore> | null | undefined)?.subscribe === 'function';
}

function messagesOf(source: ContextSource): readonly unknown[] | undefined {
  if (!source || isStore(source)) return undefined;
  return 'messages' in source ? source.messages : source;
}

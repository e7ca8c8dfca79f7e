import type { ContextState } from '@everlong/core';
import { useMemo, useSyncExternalStore } from 'react';

import { readContextState } from '../reading/read-context-state.js';

/**
 * Something that tells of changes, such as `client.watchContext(id)` of `@everlong/client`, or a
 * store of the application's.
 */
export interface ContextStore {
  /** Calls back after each change; gives the function that ends it. */
  subscribe(onChange: () => void): () => void;
  /** The state now; asked for again after each change only, so it may be a new object each time. */
  getState(): ContextState | null | undefined;
}

/** AI SDK messages, a chat helper that holds them (`useChat`), or a store. */
export type ContextSource =
  | readonly unknown[]
  | { readonly messages: readonly unknown[] }
  | ContextStore
  | null
  | undefined;

/** The newest `ContextState` of a source; `undefined` while none is known. */
export function useContextState(source: ContextSource): ContextState | undefined {
  const store = isStore(source) ? source : undefined;
  const messages = messagesOf(source);
  const kept = useMemo(() => createSnapshot(store), [store]);
  const stored = useSyncExternalStore(kept.subscribe, kept.read, kept.read);
  // No memo on the list's identity: a chat changes its last message in place of a new list.
  return messages === undefined ? (stored ?? undefined) : readContextState(messages);
}

interface KeptState {
  subscribe(onChange: () => void): () => void;
  read(): ContextState | null | undefined;
}

/** Keeps the state between changes, as React demands of what it subscribes to. */
function createSnapshot(store: ContextStore | undefined): KeptState {
  let state = store?.getState();
  return {
    subscribe(onChange) {
      const stop = store?.subscribe(() => {
        state = store.getState();
        onChange();
      });
      // What changed between rendering and subscribing.
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

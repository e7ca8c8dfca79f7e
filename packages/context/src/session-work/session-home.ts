import type { Store } from '@everlong/core';
import { storeOwner } from '@everlong/core/store-kit';

import type { CompactionWatcher } from '../config/compaction-watchers.js';
import type { Session } from './session.js';

/** A symbol, so that copies of a session have it too. */
const HOME = Symbol('everlong.sessionHome');

/** A session, open or only in its store: what is asked of the process needs no more. */
export type SessionPlace = Session | { readonly store: Store; readonly id: string };

interface Home {
  key: string;
  store: Store;
  watchers: Set<CompactionWatcher>;
  placeOf: PlaceOf;
}

/** The entry of a call, or, while that is not appended yet, the place that it will have. */
type PlaceOf = (toolCallId: string | undefined) => Promise<{ seq: number; entryId?: string }>;

const numbers = new WeakMap<object, number>();
let stores = 0;

/** The session with its store, who watches it, and a name that no other store or tenant gives. */
export function withHome(
  session: Session,
  store: Store,
  { watchers, placeOf }: Pick<Home, 'watchers' | 'placeOf'>,
): Session {
  const home: Home = { key: keyIn(store, session.id), store, watchers, placeOf };
  return Object.assign(session, { [HOME]: home });
}

function keyIn(store: Store, id: string): string {
  const { everybody, tenant } = storeOwner(store);
  const number = numbers.get(everybody) ?? stores++;
  numbers.set(everybody, number);
  return `${number} ${tenant} ${id}`;
}

/** The name of the session in this process: the same wherever the session is open. */
export function sessionKey(session: SessionPlace): string {
  if ('store' in session) return keyIn(session.store, session.id);
  return homeOf(session)?.key ?? session.id;
}

/** The store that keeps the session; `undefined` for an object that only looks like one. */
export function sessionStore(session: SessionPlace): Store | undefined {
  return 'store' in session ? session.store : homeOf(session)?.store;
}

/** Where what a tool does for the session is said; `undefined` for what only looks like one. */
export function placeOfCallIn(
  session: Session,
  toolCallId: string | undefined,
): ReturnType<PlaceOf> | undefined {
  return homeOf(session)?.placeOf(toolCallId);
}

/** Tells the watcher of the session's compactions, until the function is called. */
export function watchCompactions(session: Session, watcher: CompactionWatcher): () => void {
  const watchers = homeOf(session)?.watchers;
  watchers?.add(watcher);
  return () => watchers?.delete(watcher);
}

function homeOf(session: Session): Home | undefined {
  return (session as { [HOME]?: Home })[HOME];
}

import type { Store } from '@everlong/core';
import { storeOwner } from '@everlong/core/store-kit';

import type { CompactionWatcher } from '../config/compaction-watchers.js';
import type { Session } from './session.js';

/** A symbol, so that copies of a session have it too. */
const HOME = Symbol('everlong.sessionHome');

interface Home {
  key: string;
  store: Store;
  watchers: Set<CompactionWatcher>;
}

const numbers = new WeakMap<object, number>();
let stores = 0;

/** The session with its store, who watches it, and a name that no other store or tenant gives. */
export function withHome(
  session: Session,
  store: Store,
  watchers: Set<CompactionWatcher>,
): Session {
  const { everybody, tenant } = storeOwner(store);
  const number = numbers.get(everybody) ?? stores++;
  numbers.set(everybody, number);
  const home: Home = { key: `${number} ${tenant} ${session.id}`, store, watchers };
  return Object.assign(session, { [HOME]: home });
}

/** The name of the session in this process: the same wherever the session is open. */
export function sessionKey(session: Session): string {
  return homeOf(session)?.key ?? session.id;
}

/** The store that keeps the session; `undefined` for an object that only looks like one. */
export function sessionStore(session: Session): Store | undefined {
  return homeOf(session)?.store;
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

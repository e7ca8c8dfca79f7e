import type { Store } from '@everlong/core';
import { storeOwner } from '@everlong/core/store-kit';

import type { Session } from './session.js';

/** A symbol, so that copies of a session have it too. */
const HOME = Symbol('everlong.sessionHome');

interface Home {
  key: string;
  store: Store;
}

const numbers = new WeakMap<object, number>();
let stores = 0;

/** The session with its store, and a name that no session of another store or tenant has. */
export function withHome(session: Session, store: Store): Session {
  const { everybody, tenant } = storeOwner(store);
  const number = numbers.get(everybody) ?? stores++;
  numbers.set(everybody, number);
  const home: Home = { key: `${number} ${tenant} ${session.id}`, store };
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

function homeOf(session: Session): Home | undefined {
  return (session as { [HOME]?: Home })[HOME];
}

import type { Store } from '@everlong/core';
import { storeOwner } from '@everlong/core/store-kit';

import type { Session } from './session.js';

/** A symbol, so that copies of a session have it too. */
const KEY = Symbol('everlong.sessionKey');

const numbers = new WeakMap<object, number>();
let stores = 0;

/** The session with a name that no session of another store or tenant has. */
export function withKey(session: Session, store: Store): Session {
  const { everybody, tenant } = storeOwner(store);
  const number = numbers.get(everybody) ?? stores++;
  numbers.set(everybody, number);
  return Object.assign(session, { [KEY]: `${number} ${tenant} ${session.id}` });
}

/** The name of the session in this process: the same wherever the session is open. */
export function sessionKey(session: Session): string {
  return (session as { [KEY]?: string })[KEY] ?? session.id;
}

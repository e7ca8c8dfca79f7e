import type { Session } from '@everlong/context';
import type { Store } from '@everlong/core';

/** How many messages open sessions have, without asking the store at each append. */
export interface SeenCounts {
  /**
   * The count before `added` messages, to check against `most`. Below half of `most` it is the count
   * that the last append here saw, without what other processes appended since; the store is asked
   * where the sum comes to half of `most` or more.
   */
  get(session: Session, store: Store, added: number): Promise<number>;
  /** Messages were seen up to this count. */
  saw(session: Session, count: number): void;
}

export function createSeenCounts(most: number): SeenCounts {
  const seen = new WeakMap<Session, number>();
  return {
    async get(session, store, added) {
      const known = seen.get(session);
      if (known !== undefined && known + added < most / 2) return known;
      const { entryCount } = await store.getSession(session.id);
      seen.set(session, entryCount);
      return entryCount;
    },
    saw(session, count) {
      if (count > (seen.get(session) ?? 0)) seen.set(session, count);
    },
  };
}

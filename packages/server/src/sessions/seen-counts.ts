import type { Session } from '@everlong/context';
import type { Store } from '@everlong/core';

/** How many messages open sessions have, without asking the store at each append. */
export interface SeenCounts {
  /**
   * The count before `added` messages, for a check of `most`. With these, half of that or more is
   * asked of the store; less may be the count that an append saw last. Others may have appended
   * since, unseen: they would have to add half of the limit.
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

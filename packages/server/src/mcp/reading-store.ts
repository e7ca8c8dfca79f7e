import { ConfigError, type Store } from '@everlong/core';

/** The store, which refuses every change. */
export function readingStore(store: Store): Store {
  const refuse = async (): Promise<never> => {
    throw new ConfigError('The sessions can only be read here.');
  };
  return {
    ...store,
    createSession: refuse,
    append: refuse,
    appendRecord: refuse,
    updateSession: refuse,
    deleteSession: refuse,
    putMedia: refuse,
  };
}

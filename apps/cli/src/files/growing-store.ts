import { existsSync } from 'node:fs';
import { createMemoryStore, type Store } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { storePath } from './session-store.js';

/**
 * The store of a folder for a process that stays: empty, and nothing on disk, until another process
 * makes one there.
 */
export function createGrowingStore(directory: string): Store {
  const empty = createMemoryStore();
  let found: Store | undefined;

  function current(): Store {
    const files = storePath({ kind: 'jsonl', directory });
    const database = storePath({ kind: 'sqlite', directory });
    if (existsSync(files)) found ??= createJsonlStore({ directory: files });
    else if (existsSync(database)) found ??= createSqliteStore({ path: database });
    return found ?? empty;
  }

  return new Proxy(empty, {
    get:
      (_empty, name) =>
      (...given: unknown[]): unknown =>
        Reflect.apply(Reflect.get(current(), name) as () => unknown, undefined, given),
  });
}

import { createMemoryStore, type Store } from '@everlong/core';

/** A store in memory that counts what is read of it. */
export function createCountingStore(): {
  store: Store;
  read: { entries: number; records: number };
} {
  const memory = createMemoryStore();
  const read = { entries: 0, records: 0 };
  const store: Store = {
    ...memory,
    async *read(id, options) {
      for await (const entry of memory.read(id, options)) {
        read.entries++;
        yield entry;
      }
    },
    async *readRecords(id, options) {
      for await (const record of memory.readRecords(id, options)) {
        read.records++;
        yield record;
      }
    },
  };
  return { store, read };
}

import type { MemoryEntry } from '@everlong/core';

import { hashOf } from '../text/hash-of.js';

/** The hashes that recognize an entry: in its session, and as a copy in a fork. */
export interface EntryHashes {
  own: string;
  copy: string;
}

export function entryHashes(entry: MemoryEntry, text: string): EntryHashes {
  return {
    own: `e${hashOf(entry.sessionId, entry.id)}`,
    copy: `c${hashOf(entry.id, entry.createdAt, text)}`,
  };
}

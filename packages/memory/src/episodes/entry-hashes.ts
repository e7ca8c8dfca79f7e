import { createHash } from 'node:crypto';

import type { MemoryEntry } from '@everlong/core';

/** Under which an entry is known: in its session, and as a copy in a fork. */
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

/** 132 bits, from which nothing that is hard to guess can be recovered. */
export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

import type { MemoryEntry } from '@everlong/core';

import { hashOf } from '../text/hash-of.js';
import { chunkText } from '../text/chunk-text.js';

/** The hashes that recognize an entry: in its session, and as a copy in a fork. */
export interface EntryHashes {
  own: string;
  copy: string;
}

export function entryHashes(entry: MemoryEntry, text: string): EntryHashes {
  return {
    own: `e${hashOf(entry.sessionId, entry.id)}`,
    copy: copyHash(
      entry,
      chunkText(text).map((chunk) => chunk.text),
    ),
  };
}

/** The hash of the copies of an entry, by the texts of its chunks in their order. */
export function copyHash(
  { id, createdAt }: Pick<MemoryEntry, 'id' | 'createdAt'>,
  texts: readonly string[],
): string {
  // Chunks are without the white space between them.
  return `c${hashOf(id, createdAt, texts.join('').replace(/\s+/g, ''))}`;
}

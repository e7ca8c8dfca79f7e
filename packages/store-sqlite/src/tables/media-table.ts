import { createHash } from 'node:crypto';

import { CorruptRecordError } from '@everlong/core';
import type { MediaBlob } from '@everlong/core/store-kit';

import type { StoreDatabase } from '../database/store-database.js';

/** Bytes of sessions, by their SHA-256. */
export interface MediaTable {
  /** Collects the bytes of a message that is being encoded; `save` stores them. */
  collect(): { putMedia(blob: MediaBlob): string; save(sessionKey: number): void };
  /** Throws `CorruptRecordError` when they are not there. */
  get(sessionKey: number, sha256: string): Uint8Array;
}

export function createMediaTable({ statements, query }: StoreDatabase): MediaTable {
  return {
    collect() {
      const blobs = new Map<string, MediaBlob>();
      return {
        putMedia(blob) {
          const sha256 = createHash('sha256').update(blob.bytes).digest('hex');
          // A copy: the caller may change the bytes before they are saved.
          blobs.set(sha256, { ...blob, bytes: new Uint8Array(blob.bytes) });
          return sha256;
        },
        save(sessionKey) {
          for (const [sha256, { mediaType, bytes }] of blobs) {
            statements.insertMedia.run(sessionKey, sha256, mediaType, bytes);
          }
        },
      };
    },

    get(sessionKey, sha256) {
      const row = query(() => statements.media.get(sessionKey, sha256));
      if (row !== undefined) return new Uint8Array(row.bytes);
      throw new CorruptRecordError(
        `table media, session key ${sessionKey}, sha256 ${JSON.stringify(sha256)}`,
        'no such row',
      );
    },
  };
}

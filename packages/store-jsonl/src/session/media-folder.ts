import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CorruptRecordError } from '@everlong/core';
import { makeFolder } from '@everlong/core/node';
import type { MediaBlob } from '@everlong/core/store-kit';

import { hasCode, namesIn } from '../files/file-errors.js';
import { isLink } from '../files/symbolic-links.js';
import { writeDurably } from '../files/write-durably.js';

/** The bytes of one session, a file each, named by their SHA-256 and a usual extension. */
export interface MediaFolder {
  /** Keeps bytes; they are on disk when it returns. */
  put(sha256: string, blob: MediaBlob): void;
  /** Throws `CorruptRecordError` when they are not there. */
  get(sha256: string): Uint8Array;
  /** The content of a file by its name, if there is such a file. */
  read(fileName: string): Uint8Array | undefined;
}

const extensions: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
};

/** The lower-case hex that names bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function openMediaFolder(path: string): MediaFolder {
  const known = new Map<string, string>();

  function find(sha256: string): string | undefined {
    const name = known.get(sha256);
    if (name !== undefined && existsSync(join(path, name))) return name;
    known.clear();
    for (const each of namesIn(path)) {
      const [hash = ''] = each.split('.');
      if (hash.length === 64) known.set(hash, each);
    }
    return known.get(sha256);
  }

  return {
    put(sha256, { bytes, mediaType }) {
      if (find(sha256) !== undefined) return;
      const name = `${sha256}.${extensions[mediaType] ?? 'bin'}`;
      makeFolder(path);
      writeDurably(join(path, name), bytes);
      known.set(sha256, name);
    },
    get(sha256) {
      const name = /^[0-9a-f]{64}$/.test(sha256) ? find(sha256) : undefined;
      if (name !== undefined && !isLink(join(path, name)))
        return new Uint8Array(readFileSync(join(path, name)));
      throw new CorruptRecordError(join(path, JSON.stringify(sha256)), 'no such media');
    },
    read(fileName) {
      if (!/^[\w-][\w.-]*$/.test(fileName) || isLink(join(path, fileName))) return undefined;
      try {
        return new Uint8Array(readFileSync(join(path, fileName)));
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
        throw error;
      }
    },
  };
}

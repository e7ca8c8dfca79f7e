import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '@everlong/core';
import { isMissingFile } from './missing-file.js';

/** Bytes to read, a chunk at a time, and what to call them. */
export interface ByteSource {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** What the process is given on stdin, by the name `-`. */
export function stdinSource(): ByteSource {
  return { name: '-', chunks: process.stdin };
}

/** A file, unpacked if it is gzipped. Rejects with `ConfigError` for a path that cannot be read. */
export async function fileSource(path: string): Promise<ByteSource> {
  const gzipped = await isGzipped(path);
  const file = createReadStream(path);
  if (!gzipped) return { name: path, chunks: file };
  const unpacked = createGunzip();
  // An error in either reaches the reader of the last.
  pipeline(file, unpacked, () => {});
  return { name: path, chunks: unpacked };
}

async function isGzipped(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch (error) {
    if (isMissingFile(error)) {
      throw new ConfigError(`There is no file "${path}". Check the path.`, error);
    }
    const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    const cure = isFolder ? 'it is a directory. Name files in it.' : String(error);
    throw new ConfigError(`"${path}" cannot be read: ${cure}`, error);
  }
}

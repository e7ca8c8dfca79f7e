import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '@everlong/core';
import { isMissingFile } from '../output/missing-file.js';

/** Bytes to read, a chunk at a time, and what to call them. Reading rejects with `ConfigError`. */
export interface ByteSource {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** What the process is given on stdin, by the name `-`, unpacked if it is gzipped. */
export function stdinSource(): ByteSource {
  return { name: '-', chunks: readable('-', () => process.stdin) };
}

/** A file or a pipe, unpacked if it is gzipped. */
export function fileSource(path: string): ByteSource {
  return { name: path, chunks: readable(path, () => createReadStream(path)) };
}

async function* readable(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(open());
  } catch (error) {
    throw readError(name, error);
  }
}

/** A pipe cannot be read twice: its first bytes tell, and are put back. */
async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = packed[Symbol.asyncIterator]();
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done = false } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const all = (async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip();
  // An error in either reaches the reader of the last.
  pipeline(Readable.from(all), gunzip, () => {});
  yield* gunzip;
}

function readError(name: string, error: unknown): ConfigError {
  if (isMissingFile(error)) {
    return new ConfigError(`There is no file "${name}". Check the path.`, error);
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const cure = code === 'EISDIR' ? 'it is a directory. Name files in it.' : String(error);
  return new ConfigError(`"${name}" cannot be read: ${cure}`, error);
}

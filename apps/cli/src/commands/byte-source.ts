import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '@everlong/core';
import { isMissingFile, missingFile } from '../output/missing-file.js';

/** Text is packed to a tenth or so: what unpacks to far more is not worth the hours it takes. */
const MAX_PACKING = 100;
const FREELY_UNPACKED_BYTES = 2 ** 22;

/** Bytes to read, a chunk at a time, and what to call them. Reading rejects with `ConfigError`. */
export interface ByteSource {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** What is given on stdin, by the name `-`, unpacked if it is gzipped. */
export function stdinSource(stdin: AsyncIterable<Uint8Array>): ByteSource {
  return { name: '-', chunks: readable('-', () => stdin) };
}

/** A file or a pipe, unpacked if it is gzipped; a relative path starts from `cwd`. */
export function fileSource(path: string, cwd: string): ByteSource {
  return { name: path, chunks: readable(path, () => createReadStream(resolve(cwd, path))) };
}

async function* readable(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(name, open());
  } catch (error) {
    throw readError(name, error);
  }
}

/** A pipe cannot be read twice: its first bytes tell, and are put back. */
async function* unpacked(
  name: string,
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const chunks = packed[Symbol.asyncIterator]();
  let packedBytes = 0;
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done = false } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, Buffer.from(value)]);
  }
  const all = (async function* () {
    yield head;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      packedBytes += chunk.length;
      yield chunk;
    }
  })();
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  packedBytes = head.length;
  const gunzip = createGunzip();
  // An error in either reaches the reader of the last.
  pipeline(Readable.from(all), gunzip, () => {});
  let size = 0;
  for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > FREELY_UNPACKED_BYTES && size > packedBytes * MAX_PACKING) throw bombError(name);
    yield chunk;
  }
}

function bombError(name: string): ConfigError {
  return new ConfigError(
    `"${name}" unpacks to more than ${MAX_PACKING} times its size, as only files made to do harm ` +
      'do. Unpack it and count what comes out.',
  );
}

function readError(name: string, error: unknown): ConfigError {
  if (ConfigError.isInstance(error)) return error;
  if (isMissingFile(error)) {
    return new ConfigError(`There is no file "${name}". Check the path.`, missingFile());
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return new ConfigError(`"${name}" is a directory. Name files in it.`);
  const cure = String(error);
  return new ConfigError(`"${name}" cannot be read: ${cure}`, error);
}

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  ConfigError,
  CorruptRecordError,
  EverlongError,
  UnsupportedFormatError,
} from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { isMissingFile, missingFile } from '../errors/missing-file.js';
import { textEncoding } from './text-encoding.js';

/** Text compresses to about a tenth; far more looks like a decompression bomb. */
const MAX_COMPRESSION_RATIO = 100;
/** Up to this size the ratio is not checked. */
const UNCHECKED_BYTES = 2 ** 22;

/**
 * A named stream of bytes. Reading rejects with `ConfigError` if it cannot be opened,
 * `CorruptRecordError` for damaged gzip data and `UnsupportedFormatError` for far too much of it.
 */
export interface ByteSource {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** Stdin, named `-`, unpacked if it is gzipped; text in UTF-16 with its mark becomes UTF-8. */
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

/** Detects gzip by the first bytes and puts them back, since a pipe cannot be read twice. */
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
    const encoding = textEncoding(head);
    yield* encoding === 'utf-8' ? all : asUtf8(all, encoding);
    return;
  }
  packedBytes = head.length;
  const gunzip = createGunzip();
  // Errors of either stream reach the reader of `gunzip`.
  pipeline(Readable.from(all), gunzip, () => {});
  let size = 0;
  for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > UNCHECKED_BYTES && size > packedBytes * MAX_COMPRESSION_RATIO) throw bombError(name);
    yield chunk;
  }
}

/** Windows PowerShell writes what `>` redirects as UTF-16. */
async function* asUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

function bombError(name: string): UnsupportedFormatError {
  return new UnsupportedFormatError(
    `"${name}" unpacks to more than ${MAX_COMPRESSION_RATIO} times its size: it may be a ` +
      'decompression bomb. If you trust it, unpack it yourself and count the result.',
  );
}

function readError(name: string, error: unknown): EverlongError {
  if (EverlongError.isInstance(error)) return error;
  if (isMissingFile(error)) {
    return new ConfigError(`There is no file "${name}". Check the path.`, missingFile());
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EISDIR') return new ConfigError(`"${name}" is a directory. Name the files in it.`);
  if (code.startsWith('Z_')) {
    const problem = code === 'Z_BUF_ERROR' ? 'ends too early' : 'is damaged';
    return new CorruptRecordError(
      `"${name}"`,
      `the gzip data ${problem}. Copy or download the file again.`,
      error,
    );
  }
  return new ConfigError(`"${name}" cannot be read: ${errorText(error)}`, error);
}

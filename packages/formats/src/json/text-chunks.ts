import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { damagedGzip, isGzip, textEncoding } from './decode-text.js';

/** Bytes that are read at once. */
const CHUNK_BYTES = 2 ** 18;

/** A file to read, and what ends its reading. */
export interface TextFile {
  path: string;
  /** Its size when it was read first: what is written later is not read. Default: all of it. */
  bytes?: number;
  signal?: AbortSignal | undefined;
}

/**
 * The text of a file, gzipped or not, in pieces. Rejects as `decodeText` throws, and as the system
 * does where the file cannot be read.
 */
export async function* textChunks({ path, bytes: size, signal }: TextFile): AsyncGenerator<string> {
  const file = await open(path);
  let isPacked: boolean;
  try {
    isPacked = isGzip((await file.read({ buffer: new Uint8Array(2), position: 0 })).buffer);
  } finally {
    await file.close();
  }
  const end = size === undefined ? {} : { end: Math.max(0, size - 1) };
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...end });
  // Errors of either stream reach the reader of the last one.
  const plain = isPacked
    ? pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : bytes;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted();
      decoder ??= new TextDecoder(textEncoding(chunk, path));
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? damagedGzip(path, error) : error;
  }
  yield decoder?.decode() ?? '';
}

/** What is kept of a line: no message is as long, and a text cannot be much longer. */
const MAX_LINE = 2 ** 28;

/** The lines of a text that comes in pieces; those that end in the same piece together. */
export async function* textLines(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  /** The line that has not ended: joined once, since it may come in many pieces. */
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = [...pieces, lines[0]].join('');
      pieces = [];
      length = 0;
      yield lines;
    }
    length += rest.length;
    // Cut off, it is no JSON and is named.
    if (length <= MAX_LINE) pieces.push(rest);
  }
  yield [pieces.join('')];
}

import { gunzipSync } from 'node:zlib';
import { CorruptRecordError, UnsupportedFormatError } from '@everlong/core';
import { UNNAMED } from './json-records.js';

/** What fits into one JavaScript string, in bytes of text. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024 - 32;

/** Where a NUL byte means that a file is not text; a crash may leave some at the end of a log. */
const HEAD_BYTES = 4096;

/**
 * The text of a file's bytes: gzip is unpacked (known by its first bytes, whatever the name),
 * a byte order mark is left out, UTF-16 with a mark is understood. Throws `UnsupportedFormatError`
 * for an empty, binary or overlong file and `CorruptRecordError` for damaged gzip data.
 */
export function decodeText(bytes: Uint8Array, file = UNNAMED): string {
  const plain = isGzip(bytes) ? gunzip(bytes, file) : bytes;
  if (plain.length > MAX_TEXT_BYTES) throw tooLong(file, plain.length);
  return checkText(new TextDecoder(textEncoding(plain, file)).decode(plain), file);
}

/** The encoding of a text by its first bytes; throws `UnsupportedFormatError` if it is none. */
export function textEncoding(head: Uint8Array, file = UNNAMED): 'utf-16le' | 'utf-8' {
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  if (!isUtf16 && head.subarray(0, HEAD_BYTES).includes(0)) {
    throw new UnsupportedFormatError(
      `${file} is a binary file (it begins with ${hex(head)}), not a transcript. ` +
        'Unpack it first if it is an archive; only gzip is unpacked here.',
    );
  }
  return isUtf16 ? 'utf-16le' : 'utf-8';
}

/** The text itself; throws `UnsupportedFormatError` when there is nothing in it. */
export function checkText(text: string, file = UNNAMED): string {
  if (text.trim() === '') {
    throw new UnsupportedFormatError(
      `${file} is empty: there is no conversation in it. Check that the right file was named ` +
        'and that the program that writes it has finished.',
    );
  }
  return text;
}

/** Whether bytes begin like gzip data. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TEXT_BYTES });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(file);
    throw damagedGzip(file, error, ` (${bytes.length} bytes)`);
  }
}

/** Says in which way gzip data cannot be unpacked. */
export function damagedGzip(file: string, error: unknown, size = ''): CorruptRecordError {
  const isTorn = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
  return new CorruptRecordError(
    file,
    `the gzip data ${isTorn ? 'ends too early' : 'is damaged'}${size}. Copy or download the file ` +
      'again.',
    error,
  );
}

function tooLong(file: string, length?: number): UnsupportedFormatError {
  return new UnsupportedFormatError(
    `${file} holds ${length === undefined ? 'more than' : `${length} bytes, but at most`} ` +
      `${MAX_TEXT_BYTES} bytes of text${length === undefined ? '' : ' can be read'}. ` +
      'Split it by session.',
  );
}

function hex(bytes: Uint8Array): string {
  const head = [...bytes.subarray(0, 4)];
  return head.map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ');
}

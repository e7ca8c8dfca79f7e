import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ConfigError, type FilePart } from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { isMissingFile } from '../errors/missing-file.js';

/** What images begin with, as Latin-1. */
const beginnings: readonly [mediaType: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** An image to send with a message; rejects with `ConfigError` for a file that is none. */
export async function readImage(file: string, cwd: string): Promise<FilePart> {
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    const problem = isMissingFile(error) ? 'there is no such file' : errorText(error);
    throw new ConfigError(`Cannot read the image ${file}: ${problem}.`, error);
  });
  const start = bytes.toString('latin1', 0, 16);
  const [mediaType] = beginnings.find(([, pattern]) => pattern.test(start)) ?? [];
  if (mediaType === undefined) {
    throw new ConfigError(`${file} is no image. Give a PNG, JPEG, GIF or WebP file.`);
  }
  return { type: 'file', data: new Uint8Array(bytes), mediaType, filename: basename(file) };
}

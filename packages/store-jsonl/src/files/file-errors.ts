import { openSync, readdirSync } from 'node:fs';

import { ConfigError, EverlongError } from '@everlong/core';

/** Tells whether an error of the file system has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Tells whether the error came from the file system. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

/** The error to throw: one of the file system becomes a `ConfigError` that names the path. */
export function explainFileError(error: unknown, path: string): unknown {
  if (EverlongError.isInstance(error) || !isFileError(error)) return error;
  return new ConfigError(
    `Cannot use ${path}: ${error.message}. ` +
      'Give a directory that can be written to, with free space.',
    error,
  );
}

/** The file opened for reading, or `undefined` when there is none. */
export function openForReading(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** The names in a folder; none when there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

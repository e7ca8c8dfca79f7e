import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError, EverlongError } from '@everlong/core';
import { checkOptions, checkString } from '@everlong/core/internal';
import {
  type ParseTranscriptOptions,
  parseTranscript,
  parseTranscripts,
} from './parse-transcript.js';
import type { Transcript } from './entries/transcript.js';

/** Options of `readTranscript`. */
export interface ReadTranscriptOptions {
  /** The name of the format. Default: detected. */
  format?: string;
}

/**
 * Reads a recorded conversation from a file, gzipped or not. Rejects with `ConfigError` when the
 * path cannot be read, else as `parseTranscript` throws.
 */
export async function readTranscript(
  path: string,
  options: ReadTranscriptOptions = {},
): Promise<Transcript> {
  checkString('The path of readTranscript', path);
  checkOptions<ReadTranscriptOptions>('readTranscript', options, { format: true });
  return parseTranscript(await readBytes(path), { ...options, ...placeOf(path) });
}

/** Options of `readTranscripts`. */
export interface ReadTranscriptsOptions extends ReadTranscriptOptions {
  /**
   * Reads what the user took back by rewinding as well, its entries with `metadata.rewound`.
   * Default `false`.
   */
  rewound?: boolean;
}

/**
 * Reads all conversations of a file, as `parseTranscripts` does. Throws as `readTranscript`
 * rejects.
 */
export async function* readTranscripts(
  path: string,
  options: ReadTranscriptsOptions = {},
): AsyncGenerator<Transcript> {
  checkString('The path of readTranscripts', path);
  checkOptions<ReadTranscriptsOptions>('readTranscripts', options, { format: true, rewound: true });
  yield* parseTranscripts(await readBytes(path), { ...options, ...placeOf(path) });
}

/** What a reader of a file may ask for. */
export function placeOf(path: string): Pick<ParseTranscriptOptions, 'file' | 'readBeside'> {
  return { file: path, readBeside: (name) => readBeside(join(dirname(path), name)) };
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** An error of the system as a `ConfigError` with the cure; others as they are. */
export function cannotRead(path: string, error: unknown): unknown {
  if (EverlongError.isInstance(error)) return error;
  return new ConfigError(problemOf(path, error), error);
}

function problemOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `There is no file "${path}". Check the path.`;
    case 'EISDIR':
      return `"${path}" is a directory. Name one of the files in it.`;
    case 'EACCES':
    case 'EPERM':
      return `"${path}" may not be read by this user. Check its permissions.`;
    default:
      return `"${path}" cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readBeside(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

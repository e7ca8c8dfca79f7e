import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '@everlong/core';
import { isMissingFile, missingFile } from '../errors/missing-file.js';
import type { ForeignMemory } from './foreign-memory.js';
import { readMemoryLines } from './read-memory-lines.js';

const SQLITE_HEADER = 'SQLite format 3\0';

/** Reads a memory file, its kind detected by its first bytes. Rejects with `ConfigError`. */
export async function readMemoryFile(file: string, cwd: string): Promise<ForeignMemory> {
  const path = resolve(cwd, file);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isMissingFile(error)) {
      throw new ConfigError(`There is no file "${file}". Check the path.`, missingFile());
    }
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot read the memory file "${file}": ${problem}`, error);
  });
  if (bytes.subarray(0, SQLITE_HEADER.length).toString('latin1') === SQLITE_HEADER) {
    const { readSupyagentMemory } = await import('./read-supyagent-memory.js');
    return readSupyagentMemory(path);
  }
  return readMemoryLines(bytes.toString('utf8'), file);
}

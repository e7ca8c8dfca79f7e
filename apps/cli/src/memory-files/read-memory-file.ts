import { ConfigError } from '@everlong/core';
import type { ForeignMemory } from './foreign-memory.js';
import { readMemoryLines } from './read-memory-lines.js';

const SQLITE_HEADER = 'SQLite format 3\0';

/** A file of memories; without a path it is read from stdin. */
interface MemoryFile {
  /** For errors. */
  name: string;
  path?: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a memory file, its kind detected by its first bytes. Rejects with `ConfigError`. */
export async function readMemoryFile(file: MemoryFile): Promise<ForeignMemory> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of file.chunks) pieces.push(chunk);
  const bytes = Buffer.concat(pieces);
  if (bytes.toString('latin1', 0, SQLITE_HEADER.length) !== SQLITE_HEADER) {
    // Unlike `toString`, without the mark that some editors put before a text.
    return readMemoryLines(new TextDecoder().decode(bytes), file.name);
  }
  if (file.path === undefined) {
    throw new ConfigError('A database cannot be imported from stdin. Give the path of its file.');
  }
  const { readSupyagentMemory } = await import('./read-supyagent-memory.js');
  return readSupyagentMemory(file.path);
}

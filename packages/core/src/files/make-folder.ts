import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and those above it; returns whether it was missing. Throws the error of the file
 * system where that is not possible. Node's `recursive` never ends where a system such as /proc has
 * no folder and takes none.
 */
export function makeFolder(path: string): boolean {
  const folder = resolve(path);
  if (isFolder(folder)) return false;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it at the same moment.
    if (!isFolder(folder)) throw error;
  }
  return true;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

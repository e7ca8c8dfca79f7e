import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a file and returns when it is on disk: under another name first, so that it is there with
 * all of its content or not at all. Replaces a file of that name.
 */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomUUID()}`);
  try {
    const file = openSync(temporary, 'wx');
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Makes names in a folder durable; some systems cannot, and need not. */
export function syncFolder(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    fsyncSync(folder);
  } catch {
    return;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SessionHooks } from '@everlong/context';
import { isMissingFile } from '../errors/missing-file.js';

type ResourceReader = NonNullable<SessionHooks['readResource']>;

/**
 * Reads files below a folder only: neither paths nor links may lead out of it. Resolves with
 * `undefined` for a missing file; rejects for one outside, too large or not a regular file.
 */
export function createResourceReader(root: string): ResourceReader {
  return async (path, { signal, maxBytes }) => {
    const folder = await realpath(root);
    const wanted = resolve(folder, path);
    if (!isBelow(folder, wanted)) throw new Error('outside of the folder');
    const file = await realpath(wanted).catch((error: unknown) => {
      if (isMissingFile(error)) return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    if (!isBelow(folder, file)) throw new Error('outside of the folder');
    // Does not follow a link created meanwhile, and does not block on a pipe.
    const handle = await open(
      file,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw new Error('not a file');
      if (status.size > maxBytes) throw new Error('too large');
      return await handle.readFile({ signal });
    } finally {
      await handle.close();
    }
  };
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

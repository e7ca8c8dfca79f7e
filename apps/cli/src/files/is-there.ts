import { stat } from 'node:fs/promises';
import { ConfigError } from '@everlong/core';
import { errorText } from '../errors/error-text.js';

/**
 * Whether there is a file or folder. Rejects with `ConfigError` where that cannot be seen: what may
 * not be read must not look empty.
 */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new ConfigError(
      `Cannot look into ${path}: ${errorText(error)}. Give --dir a folder that can be read.`,
    );
  }
}

import { ConfigError } from '@everlong/core';
import { checkNumber, checkOptions, type OptionNames, showValue } from '@everlong/core/internal';

/** Options of `createJsonlStore`. */
export interface JsonlStoreOptions {
  /**
   * Sessions are in its folder `sessions`; a directory that is itself called `sessions` holds them
   * directly. Default `.everlong`.
   */
  directory?: string;
  /** How long a change waits for another process's change, in milliseconds. Default 15000. */
  lockWaitMs?: number;
  /**
   * The time, in milliseconds since 1970, that is stored with what is added: for a copy that keeps
   * the times of its original. Default: the system's, which never gives a time twice.
   */
  clock?: () => number;
}

const OPTIONS: OptionNames<JsonlStoreOptions> = {
  directory: true,
  lockWaitMs: true,
  clock: true,
};

const CURES = {
  path: 'Use "directory".',
  folder: 'Use "directory".',
  dir: 'Use "directory".',
};

/** Throws `ConfigError` for an unknown option or an invalid value. */
export function checkJsonlStoreOptions(options: JsonlStoreOptions): void {
  checkOptions<JsonlStoreOptions>('createJsonlStore', options, OPTIONS, CURES);
  const { directory = '.everlong', lockWaitMs = 0 } = options;
  if (typeof directory !== 'string' || directory === '') {
    throw new ConfigError(
      `directory of createJsonlStore must name a folder, not ${showValue(directory)}.`,
    );
  }
  checkNumber('lockWaitMs of createJsonlStore', lockWaitMs, 0);
  const { clock } = options;
  if (clock === undefined || typeof clock === 'function') return;
  throw new ConfigError(`clock of createJsonlStore must be a function, not ${showValue(clock)}.`);
}

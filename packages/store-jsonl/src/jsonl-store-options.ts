import { ConfigError } from '@everlong/core';
import {
  anyFunction,
  checkShapes,
  number,
  type OptionShapes,
  showValue,
} from '@everlong/core/internal';

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

const OPTIONS: OptionShapes<JsonlStoreOptions> = {
  directory: true,
  lockWaitMs: number(0),
  clock: anyFunction,
};

const CURES = {
  path: 'Use "directory".',
  folder: 'Use "directory".',
  dir: 'Use "directory".',
};

/** Throws `ConfigError` for an unknown option or an invalid value. */
export function checkJsonlStoreOptions(options: JsonlStoreOptions): void {
  checkShapes<JsonlStoreOptions>('createJsonlStore', options, OPTIONS, CURES);
  const { directory = '.everlong' } = options;
  if (typeof directory === 'string' && directory !== '') return;
  throw new ConfigError(
    `directory of createJsonlStore must name a folder, not ${showValue(directory)}.`,
  );
}

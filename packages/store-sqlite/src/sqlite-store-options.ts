import { ConfigError } from '@everlong/core';
import {
  anyFunction,
  checkShapes,
  must,
  number,
  type OptionShapes,
  requireOptions,
  showValue,
} from '@everlong/core/internal';

/** Options of `createSqliteStore`. */
export interface SqliteStoreOptions {
  /** The file, created with its folders if missing; `:memory:` keeps everything in memory. */
  path: string;
  /** `NORMAL` may lose the last appends when the machine (not the process) dies. Default `FULL`. */
  synchronous?: 'FULL' | 'NORMAL';
  /** How long a write waits for the writes of other processes, in milliseconds. Default 15000. */
  busyTimeoutMs?: number;
  /**
   * The time, in milliseconds since 1970, that is stored with what is added: for a copy that keeps
   * the times of its original. Default: the system's, which never gives a time twice.
   */
  clock?: () => number;
}

/** SQLite keeps the timeout in 31 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const OPTIONS: OptionShapes<SqliteStoreOptions> = {
  path: true,
  synchronous: must('"FULL" or "NORMAL"', (value) => value === 'FULL' || value === 'NORMAL'),
  busyTimeoutMs: number(0, MAX_TIMEOUT_MS),
  clock: anyFunction,
};

const CURES = {
  file: 'Use "path".',
  filename: 'Use "path".',
  directory: 'Use "path": one file holds all sessions.',
};

/** Throws `ConfigError` for an unknown option or an invalid value. */
export function checkSqliteStoreOptions(options: SqliteStoreOptions): void {
  requireOptions<SqliteStoreOptions>('createSqliteStore', options, OPTIONS, CURES);
  checkShapes<SqliteStoreOptions>('createSqliteStore', options, OPTIONS);
  const { path } = options;
  // SQLite ends a path at NUL and would open another file.
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return;
  throw new ConfigError(
    `path of createSqliteStore must name a file, not ${showValue(path)}. ` +
      'Give ":memory:" to keep all in memory.',
  );
}

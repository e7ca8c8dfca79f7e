import { ConfigError } from '@everlong/core';
import { checkNumber, type OptionNames, requireOptions, showValue } from '@everlong/core/internal';

/** Where the index is, and how durable its writes are. */
export interface SqliteMemoryOptions {
  /** The file, created with its folders if missing; `:memory:` keeps everything in memory. */
  path: string;
  /**
   * `NORMAL` loses nothing when the process dies, but may lose the last changes when the machine
   * does (the sessions' logs still have them). Default `NORMAL`.
   */
  synchronous?: 'FULL' | 'NORMAL';
  /** How long a write waits for the writes of other processes, in milliseconds. Default 15000. */
  busyTimeoutMs?: number;
}

/** SQLite keeps the timeout in 31 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const OPTIONS: OptionNames<SqliteMemoryOptions> = {
  path: true,
  synchronous: true,
  busyTimeoutMs: true,
};

/** Throws `ConfigError` for an unknown option or an invalid value. */
export function checkSqliteMemoryOptions(options: SqliteMemoryOptions): void {
  const what = 'createSqliteMemoryIndex';
  requireOptions<SqliteMemoryOptions>(what, options, OPTIONS);
  const { path, synchronous = 'NORMAL', busyTimeoutMs = 0 } = options;
  checkNumber(`busyTimeoutMs of ${what}`, busyTimeoutMs, 0, MAX_TIMEOUT_MS);
  // SQLite ends a path at NUL and would open another file.
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new ConfigError(
      `path of ${what} must name a file, not ${showValue(path)}. ` +
        'Give ":memory:" to keep all in memory.',
    );
  }
  if (['FULL', 'NORMAL'].includes(synchronous)) return;
  throw new ConfigError(
    `synchronous of ${what} must be "FULL" or "NORMAL", not ${showValue(synchronous)}.`,
  );
}

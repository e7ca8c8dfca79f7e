export interface SqliteStoreOptions {
  /** The file, made when it is not there, with its folders; `:memory:` keeps all in memory. */
  path: string;
  /** `NORMAL` may lose the last appends when the machine (not the process) dies. Default `FULL`. */
  synchronous?: 'FULL' | 'NORMAL';
  /** How long a write waits for the writes of other processes, in milliseconds. Default 15000. */
  busyTimeoutMs?: number;
}

/** Where the index is, and how durable its writes are. */
export interface SqliteMemoryOptions {
  /** The file, created with its folders if missing; `:memory:` keeps everything in memory. */
  path: string;
  /**
   * `NORMAL` loses nothing when the process dies, but may lose the last changes when the machine
   * does (the sessions' logs still have them). Default `NORMAL`.
   */
  synchronous?: 'FULL' | 'NORMAL';
}

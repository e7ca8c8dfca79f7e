export interface SqliteMemoryOptions {
  /** The file, made when it is not there, with its folders; `:memory:` keeps all in memory. */
  path: string;
  /**
   * `NORMAL` loses nothing when the process dies; when the machine does, the last changes, which
   * the log of the sessions still has. Default `NORMAL`.
   */
  synchronous?: 'FULL' | 'NORMAL';
}

/** Something in a store's files that should not be so. */
export interface StoreFinding {
  /**
   * `damaged`: what is there cannot be read, or is missing; `order`: lines in the wrong place or
   * twice; `stray`: a line that is no item, where none is missing; `torn-tail`: what a writer left
   * that was killed; `checksum`: bytes that are not those of their hash; `orphan`: what nothing
   * refers to; `count`: a number that is not that of the log; `index`: a derived file or table that
   * does not fit; `lock`: one whose holder is gone.
   */
  kind:
    | 'damaged'
    | 'order'
    | 'stray'
    | 'torn-tail'
    | 'checksum'
    | 'orphan'
    | 'count'
    | 'index'
    | 'lock';
  /** The file and line, or the table and row. */
  place: string;
  /** Whose session it is in, where it is in one. */
  tenant?: string;
  sessionId?: string;
  /** More precisely, in words. */
  detail: string;
  /** `none`: it cannot be mended without losing something. */
  cure: 'repairable' | 'repaired' | 'none';
}

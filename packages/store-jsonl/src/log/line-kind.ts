/** The facts that the index keeps of a line, without the line's content. */
export interface LineFacts {
  /** False for a line other than an item of the log, such as one about the session. */
  isItem: boolean;
  /** The place that the line itself states. */
  seq?: number;
  /** The hash of what items are looked up by. */
  hash: number;
  /** On the first line of a batch: how many lines belong together. */
  batch?: number;
  /** When the line was written. */
  at?: string;
  /** On lines that say all that is in force, such as the newest snapshot: the log knows the last. */
  isCheckpoint?: boolean;
  /** The epoch that the line begins. */
  epoch?: number;
}

/** How the lines of a log are understood. */
export interface LineKind {
  /** The facts of the line as the item at `seq`; `undefined` when it is broken. */
  describe(line: Buffer, seq: number): LineFacts | undefined;
  /** The same from the first bytes of a line alone, where they say it all. */
  describeHead?(head: Buffer): LineFacts | undefined;
}

/** A 32-bit hash of a text (FNV-1a over its UTF-16 code units). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Facts that all lines of a session share. */
export interface LineContext {
  sessionId: string;
  /** When the session was created: the time of lines without one of their own. */
  createdAt: string;
  getMedia(sha256: string): Uint8Array;
  /** A file of the session's media folder. */
  readMedia(fileName: string): Uint8Array | undefined;
}

/** What a tool call does to a file. */
export type FileAction =
  /** Its result shows the file, or with `part` some lines of it (from 1, both included). */
  | { op: 'read'; file: string; part?: { from?: number; to?: number }; asOf?: number }
  | { op: 'write'; file: string; text: string }
  /** Without a file, the one that is open. */
  | { op: 'edit'; file: string | undefined; before: string; after: string };

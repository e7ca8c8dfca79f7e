import type { TextChange } from './text-change.js';

/** What an assistant did with a tool, in terms common to all families of agents. */
export interface Action {
  seq: number;
  verb: 'read' | 'edited' | 'written' | 'deleted' | 'restored' | 'ran' | 'called';
  toolName: string;
  /**
   * A path for the first five (`.` where all files were restored), a command for `ran`, the first
   * short input for `called`.
   */
  target: string;
  /** Whether a file was read in part, or changed in a way that the call shows only in part. */
  partial?: boolean;
  /** The change, as far as the call shows it. */
  change?: TextChange;
  /** Of a shell command: whether more of it follows. */
  followed?: boolean;
  /** For a failure: the most informative line of the result. */
  error?: string;
  /** Whether the answer says that it did not take place: rejected, malformed, not applied. */
  refused?: boolean;
}

import type { Ask } from '../output/ask.js';
import type { ChooseSession } from '../files/session-store.js';
import type { Terminal } from '../output/terminal.js';
import type { Chat } from '../chat/chat.js';

/** The state of an interactive chat that slash commands may use and change. */
export interface LoopState {
  showTokens: boolean;
  quit: boolean;
  ask: Ask;
  /** Asks which session is meant; `undefined` without a terminal. */
  choose: ChooseSession | undefined;
}

export interface SlashCommand {
  /** Its name, then its aliases. */
  names: readonly string[];
  usage: string;
  does: string;
  /** Whether text may, or must, follow its name. */
  argument: 'none' | 'optional' | 'required';
  /** The signal is aborted by Ctrl-C. */
  run(
    chat: Chat,
    argument: string,
    terminal: Terminal,
    loop: LoopState,
    signal: AbortSignal,
  ): Promise<void> | void;
}

import type { Ask } from '../output/ask.js';
import type { Terminal } from '../output/terminal.js';
import type { Chat } from '../chat/chat.js';

/** What slash commands may use and change of the loop around them. */
export interface LoopState {
  showTokens: boolean;
  quit: boolean;
  ask: Ask;
}

export interface SlashCommand {
  /** Its name, then its other names. */
  names: readonly string[];
  usage: string;
  does: string;
  /** Whether text may, or must, follow its name. */
  argument: 'none' | 'optional' | 'required';
  run(chat: Chat, argument: string, terminal: Terminal, loop: LoopState): Promise<void> | void;
}

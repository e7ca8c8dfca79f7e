import type { Terminal } from '../output/terminal.js';
import type { Chat } from './chat.js';

/** Prints the warnings of a chat that were not printed before. */
export function showWarnings(chat: Chat, terminal: Terminal): void {
  for (const warning of chat.takeWarnings()) terminal.note(terminal.noteColors.yellow(warning));
}

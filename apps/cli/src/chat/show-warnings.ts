import type { Terminal } from '../output/terminal.js';
import type { Chat } from './chat.js';
import { describeCompaction } from './turn-output.js';

/** Prints the warnings of a chat that were not printed before. */
export function showWarnings(chat: Chat, terminal: Terminal): void {
  for (const warning of chat.takeWarnings()) terminal.note(terminal.noteColors.yellow(warning));
}

/** Tells of a compaction that nobody was told of yet. */
export function showCompaction(chat: Chat, terminal: Terminal): void {
  const event = chat.takeCompaction();
  if (event === undefined) return;
  const line = `  ${describeCompaction(event)} (${event.compaction.reason})`;
  terminal.note(terminal.noteColors.dim(line));
}

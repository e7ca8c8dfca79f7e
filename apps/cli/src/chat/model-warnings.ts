import type { Terminal } from '../output/terminal.js';

/** Prints the warnings of the AI SDK on the terminal, each one once. */
export function showModelWarnings(terminal: Terminal): void {
  const said = new Set<string>();
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings }) => {
    for (const warning of warnings) {
      const about = 'feature' in warning ? `${warning.feature}: ${warning.details ?? ''}` : '';
      const text = 'message' in warning ? warning.message : `The model does not support ${about}`;
      if (said.has(text)) continue;
      said.add(text);
      terminal.note(terminal.noteColors.yellow(text));
    }
  };
}

import type { Terminal } from '../output/terminal.js';

/** Has the AI SDK say what a model does not support through the terminal, each thing once. */
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

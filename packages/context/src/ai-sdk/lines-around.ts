import { holdsValue } from '@everlong/summarizer';

/** Lines shown around one that holds a value. */
const LINES_AROUND = 2;

/**
 * The lines that hold the value and those around them, each with its number; `…` where some are
 * left out.
 */
export function linesAround(text: string, value: string): string {
  const lines = text.split('\n');
  const shown = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (!holdsValue(line, value)) continue;
    for (let near = index - LINES_AROUND; near <= index + LINES_AROUND; near++) shown.add(near);
  }
  let before = -1;
  return lines
    .flatMap((line, index) => {
      if (!shown.has(index)) return [];
      const isGap = index > before + 1;
      before = index;
      return [`${isGap ? '…\n' : ''}${index + 1}: ${line}`];
    })
    .join('\n');
}

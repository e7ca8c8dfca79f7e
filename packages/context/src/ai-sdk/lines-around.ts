import { characterBoundary } from '@everlong/core/internal';
import { holdsValue } from '@everlong/summarizer';

/** Lines shown around one that holds a value. */
const LINES_AROUND = 2;

/** A longer line, such as JSON without line breaks, is shown in parts. */
const MAX_LINE_LENGTH = 600;
/** Characters shown on each side of a value in a long line. */
const CHARACTERS_AROUND = 150;
/** Of a long line that holds the value often. */
const MAX_PARTS = 4;

/**
 * The lines that hold the value and those around them, each with its number, long ones in part; `…`
 * where something is left out.
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
      return [`${isGap ? '…\n' : ''}${index + 1}: ${partsAround(line, value)}`];
    })
    .join('\n');
}

/** The parts of a long line around the value, or its beginning where it does not hold the value. */
function partsAround(line: string, value: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const parts: string[] = [];
  let end = 0;
  for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, Math.max(end, at + 1))) {
    const from = characterBoundary(line, Math.max(end, at - CHARACTERS_AROUND));
    const to = characterBoundary(line, at + value.length + CHARACTERS_AROUND);
    const part = line.slice(from, to);
    if (!holdsValue(part, value)) continue;
    if (parts.length === MAX_PARTS) break;
    parts.push(`${from > end ? '…' : ''}${part}`);
    end = to;
  }
  if (parts.length === 0) {
    end = characterBoundary(line, CHARACTERS_AROUND);
    parts.push(line.slice(0, end));
  }
  return parts.join('') + (end < line.length ? '…' : '');
}

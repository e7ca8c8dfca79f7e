import wrapAnsi from 'wrap-ansi';

/**
 * The text with its lines broken at words to fit so many columns; what follows a break is indented
 * as its line is. Words that are too long stay whole. Escape sequences take no room.
 */
export function wrapLines(text: string, columns: number): string {
  // No line of a short text is too long.
  if (columns === Infinity || text.length <= columns) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const width = columns - indent.length;
  // Columns that leave no room for words are kept as they are.
  if (width < 20) return line;
  const wrapped = wrapAnsi(line.slice(indent.length), width);
  return wrapped
    .split('\n')
    .map((part) => `${indent}${part}`)
    .join('\n');
}

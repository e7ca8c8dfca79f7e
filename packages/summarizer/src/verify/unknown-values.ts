const MARK = /\s?\[not in the log: ([^\]\n]*)\]/g;

/** A task's line that names at its end the values which no source holds; below code, on a line of its own. */
export function withMark(line: string, values: readonly string[]): string {
  if (values.length === 0) return line;
  const mark = `[not in the log: ${[...new Set(values)].join(', ')}]`;
  return line.includes('\n') ? `${line}\n${mark}` : `${line} ${mark}`;
}

/** A line without what an earlier check added to it. */
export function unmarked(line: string): string {
  return line.replaceAll(MARK, '');
}

/** A snapshot's text without the values that it says are not in the log, as a source of the next. */
export function withoutUnknown(text: string): string {
  const named = [...text.matchAll(MARK)].flatMap(([, values = '']) => values.split(', '));
  return named.reduce((left, value) => left.replaceAll(value, ''), unmarked(text));
}

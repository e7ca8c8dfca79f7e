const MARK = /\s?\[not in the log: ([^\]\n]*)\]/g;

/** The end of a task's line that names values of no source; empty for none. */
export function markUnknown(values: readonly string[]): string {
  return values.length === 0 ? '' : ` [not in the log: ${[...new Set(values)].join(', ')}]`;
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

/** A table in Markdown; columns whose first row begins with a number are aligned right. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const isNumber = (column: number): boolean =>
    /^[$+−–]?\d|^–(?: |$)/.test(rows[0]?.[column] ?? '');
  return [titles, titles.map((_, column) => (isNumber(column) ? '--:' : '---')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
}

const FENCE = /^\s*(```|~~~)/;
const MARKS = ['```', '~~~'];

export function isFence(line: string): boolean {
  return FENCE.test(line);
}

/**
 * Finds the line that closes the fence which the line at an index opens around code; −1 without one.
 * Linear in the lines, however many open.
 */
export function createFenceEnds(lines: readonly string[]): (at: number) => number {
  const trimmed = lines.map((line) => line.trim());
  const last = new Map(MARKS.map((mark) => [mark, trimmed.lastIndexOf(mark)]));
  return (at) => {
    const [, mark = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if ((last.get(mark) ?? -1) <= at) return -1;
    const end = trimmed.indexOf(mark, at + 1);
    return end === at + 1 ? -1 : end;
  };
}

/** A text without code in fences. */
export function withoutFenced(text: string): string {
  const lines = text.split('\n');
  const endOf = createFenceEnds(lines);
  const prose: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = endOf(at);
    if (end >= 0) at = end;
    else prose.push(lines[at] ?? '');
  }
  return prose.join('\n');
}

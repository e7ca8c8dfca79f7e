import { claimsIn } from './claims-in.js';

const MARK = /\s?\[not in the log: ([^[\]\n]*)\]/g;
const OPENING = /\[(?=not in the log:)/g;

/** A task's line that names at its end the values which no source holds; below code, on a line of its own. */
export function withMark(line: string, values: readonly string[]): string {
  if (values.length === 0) return line;
  const mark = `[not in the log: ${[...new Set(values.map(toMark))].join(', ')}]`;
  return line.includes('\n') ? `${line}\n${mark}` : `${line} ${mark}`;
}

/** A line without what an earlier check added to it, or a model after its example. */
export function unmarked(line: string): string {
  return line.replaceAll(MARK, '').replaceAll(OPENING, '');
}

/** A snapshot's text without the values that it says are not in the log, as a source of the next. */
export function withoutUnknown(text: string): string {
  const named = [...text.matchAll(MARK)].flatMap(([, values = '']) => values.split(', '));
  const unknown = new Set(named.map(fromMark));
  const left = unmarked(text);
  let kept = '';
  let from = 0;
  for (const { value, start, end } of claimsIn(left)) {
    if (start < from || !unknown.has(value)) continue;
    kept += left.slice(from, start);
    from = end;
  }
  return kept + left.slice(from);
}

/** A value as it stands in a mark, which its own brackets would end. */
function toMark(value: string): string {
  return value.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

function fromMark(value: string): string {
  return value.replaceAll('%5B', '[').replaceAll('%5D', ']');
}

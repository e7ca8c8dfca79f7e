/** A part of a text that redaction replaced. */
export interface Replaced {
  text: string;
  /** The mark that replaces it: `[REDACTED:kind]`. */
  mark: string;
  start: number;
}

/**
 * Lists the parts of `before` that are marks in `after`, in order. `after` must be `before` with
 * some parts replaced by `[REDACTED:kind]`.
 */
export function replacedIn(before: string, after: string): Replaced[] {
  const found: Replaced[] = [];
  let at = 0;
  let read = 0;
  for (const match of after.matchAll(/\[REDACTED:[a-z-]+\]/g)) {
    const lead = after.slice(read, match.index);
    const start = at + lead.length;
    read = match.index + match[0].length;
    if (before.startsWith(match[0], start)) {
      at = start + match[0].length;
      continue;
    }
    const rest = after.slice(read, nextMark(after, read));
    const end = rest === '' ? before.length : before.indexOf(rest, start + 1);
    if (end < 0) break;
    found.push({ text: before.slice(start, end), mark: match[0], start });
    at = end;
  }
  return found;
}

function nextMark(text: string, from: number): number {
  const next = text.indexOf('[REDACTED:', from);
  return next < 0 ? text.length : next;
}

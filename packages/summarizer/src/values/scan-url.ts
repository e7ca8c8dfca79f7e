import type { ExtractedValue } from './extracted-value.js';

const MAX_URL_LENGTH = 2_048;

/** Ends a URL: white space, quotes, enclosing brackets, and characters that URLs must escape. */
const enders = codesOf('"\'`<>{}|\\^');
/** Punctuation of the sentence around a URL. */
const trailing = codesOf('.,;:!?*_~)]$');

/**
 * Adds the URL whose `://` is at `colon`. Returns the index at which scanning continues. The scheme
 * is the run of letters, digits, `+`, `-` and `.` before the colon, from its first letter.
 */
export function scanUrl(
  text: string,
  from: number,
  colon: number,
  found: ExtractedValue[],
): number {
  let start = colon;
  while (start > from && isSchemeCode(text.charCodeAt(start - 1))) start--;
  while (start < colon && !isLetter(text.charCodeAt(start))) start++;
  let end = colon + 3;
  while (end < text.length && isUrlCode(text.charCodeAt(end))) end++;
  const stop = end;
  while (end > colon + 3 && trailing.has(text.charCodeAt(end - 1)) && !closes(text, start, end)) {
    end--;
  }
  const length = end - start;
  if (colon - start >= 2 && end > colon + 3 && length <= MAX_URL_LENGTH) {
    found.push({ kind: 'url', value: text.slice(start, end), start, end });
  }
  return stop;
}

/** Whether a closing bracket belongs to the URL because the opening one does, as in `/a_(b)`. */
function closes(text: string, start: number, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (last !== 41 && last !== 93) return false;
  // Far longer URLs are not reported, so that looking back stays cheap.
  if (end - start > MAX_URL_LENGTH) return false;
  const open = last === 41 ? 40 : 91;
  let depth = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === open) depth++;
    else if (code === last) depth--;
  }
  return depth >= 0;
}

function isUrlCode(code: number): boolean {
  if (code <= 32 || code === 127 || enders.has(code)) return false;
  return code < 128 || (code >= 0xc0 && code < 0x2000);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSchemeCode(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 46 || code === 45;
}

function codesOf(signs: string): ReadonlySet<number> {
  return new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
}

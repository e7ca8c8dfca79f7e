import { DIGIT, DOT, HYPHEN, SLASH, UNDERSCORE } from './character-class.js';
import type { ExtractedValue } from './extracted-value.js';

const unit = /^(?:%| ?(?:[KMGT]i?B|kB|ms|[kMG]?Hz)(?![\w]))/;
const grouped = /^(?:,\d{3})+(?![\w,])(?:\.\d+(?![\w.]))?/;
const date = /^(?:\d{4}([-/])\d{1,2}\1\d{1,2}|\d{1,2}([-/])\d{1,2}\2\d{2,4}|\d{4}-\d\d)$/;
/** Long enough for `,123,456,789,012.50` and for a unit. */
const LOOKAHEAD = 24;

/**
 * Adds the value of a token of digits and joiners (`.`, `-`, `/`, `_`): a date, an IP address, a
 * version, a number of at least four digits, or a shorter one with a unit. Returns its end.
 */
export function scanNumber(
  text: string,
  start: number,
  end: number,
  flags: number,
  found: ExtractedValue[],
): number {
  const token = text.slice(start, end);
  if ((flags & (SLASH | HYPHEN)) !== 0) return scanJoined(token, start, end, flags, found);
  if ((flags & DIGIT) === 0) return end;
  const dots = (flags & DOT) === 0 ? 0 : token.split('.').length - 1;
  if (dots > 1) {
    if (token.includes('..')) return end;
    const isAddress = dots === 3 && token.split('.').every((part) => Number(part) <= 255);
    found.push({ kind: isAddress ? 'url' : 'version', value: token, start, end });
    return end;
  }
  const rest = text.slice(end, end + LOOKAHEAD);
  let reached = end;
  if (dots === 0 && token.length <= 3 && !isListed(text.charCodeAt(start - 1))) {
    reached += grouped.exec(rest)?.[0].length ?? 0;
  }
  const suffix = unit.exec(reached === end ? rest : text.slice(reached, reached + LOOKAHEAD));
  if (suffix !== null) reached += suffix[0].length;
  const digits = token.length - dots - (flags & UNDERSCORE ? token.split('_').length - 1 : 0);
  const from = text.charCodeAt(start - 1) === 36 ? start - 1 : start;
  if (digits < 4 && reached === end && from === start) return end;
  const kind = reached === end && from === start && isPort(text, start, token) ? 'port' : 'number';
  found.push({ kind, value: text.slice(from, reached), start: from, end: reached });
  return reached;
}

function scanJoined(
  token: string,
  start: number,
  end: number,
  flags: number,
  found: ExtractedValue[],
): number {
  if (date.test(token) || ((flags & SLASH) === 0 && /\d{3}/.test(token) && token.length >= 7)) {
    found.push({ kind: date.test(token) ? 'date' : 'number', value: token, start, end });
    return end;
  }
  return end;
}

const portBefore = /port["'`]?\s{0,2}[:=]?\s{0,2}["'`]?$/i;

/** `port 8080`, `PORT=8080`, `"port": 8080`, `--port 8080`. */
function isPort(text: string, start: number, token: string): boolean {
  if (token.length > 5 || Number(token) > 65_535) return false;
  return portBefore.test(text.slice(Math.max(0, start - 12), start));
}

/** Numbers in a list without spaces (`[100,200]`) are not one number with separators. */
function isListed(before: number): boolean {
  return before === 44 || before === 91 || before === 40;
}

const mark = /\[REDACTED:(?:api-key|token)\](?=\\?\r?\n)/g;
const lineBreak = /\\?\r?\n[ \t]{0,16}/y;
const piece = /[\w+=.-]{4,512}/y;
/** A shorter piece counts only if it is alone on its line or follows another piece. */
const SURE_LENGTH = 12;
const SURE_LENGTH_BEHIND = 6;

/**
 * Removes the rest of keys and tokens that were wrapped over several lines. Expects a text in which
 * their first lines are redacted already; a rest is a run that does not look like a word. Linear in
 * the text.
 */
export function redactWrapped(text: string): string {
  let result = '';
  let copied = 0;
  for (const { 0: found, index } of text.matchAll(mark)) {
    const start = index + found.length;
    if (start < copied) continue;
    const end = endOfPieces(text, start);
    if (end === start) continue;
    result += text.slice(copied, start);
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function endOfPieces(text: string, start: number): number {
  let end = start;
  for (;;) {
    const from = matchEnd(lineBreak, text, end);
    const to = from === undefined ? undefined : matchEnd(piece, text, from);
    if (from === undefined || to === undefined) return end;
    const run = text.slice(from, to);
    const isLast = to === text.length || /[\s\\]/.test(text.charAt(to));
    const sureLength = end === start ? SURE_LENGTH : SURE_LENGTH_BEHIND;
    const isSure = run.length >= sureLength && (isLast || /["'`,;)\]}]/.test(text.charAt(to)));
    const isAlone = isLast && /^[ \t]*(?:\\?\r?\n|$)/.test(text.slice(to, to + 16));
    if (!isRandom(run) || !(isSure || isAlone)) return end;
    end = to;
  }
}

function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const isFileName = /\.[a-z]{1,5}\d?$/;

function isRandom(run: string): boolean {
  if (isFileName.test(run)) return false;
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const MARK = '[REDACTED:private-key]';
const opens = /^-----BEGIN [A-Z ]{0,32}PRIVATE KEY/;
const closes = /^-----END [A-Z ]{0,32}PRIVATE KEY[A-Z ]{0,16}-----/;
/** A line of a key is encoded data. */
const keyLine = /^\s*[\w+/=-]{16,80}\s*$/;
const MAX_LINE_LENGTH = 120;

/** Redacts private keys, including those whose start or end was cut off. Linear in the text. */
export function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  return withoutTails(withoutKeys(text));
}

function withoutKeys(text: string): string {
  let from = text.indexOf(BEGIN);
  if (from < 0) return text;
  let result = '';
  let copied = 0;
  while (from >= 0) {
    const head = text.slice(from, from + 64);
    const next = from + BEGIN.length;
    if (opens.test(head)) {
      const end = text.indexOf(END, next);
      const close = end < 0 ? -1 : text.indexOf('-----', end + END.length);
      const stop = close < 0 ? text.length : close + 5;
      result += `${text.slice(copied, from)}${MARK}`;
      copied = stop;
      from = text.indexOf(BEGIN, stop);
    } else {
      from = text.indexOf(BEGIN, next);
    }
  }
  return result + text.slice(copied);
}

/** Redacts the lines before an end marker without a start, as long as they look like a key. */
function withoutTails(text: string): string {
  let result = '';
  let copied = 0;
  for (let at = text.indexOf(END); at >= 0; at = text.indexOf(END, at + END.length)) {
    const [close] = closes.exec(text.slice(at, at + 80)) ?? [];
    if (close === undefined) continue;
    let start = at;
    for (let line = lineBefore(text, start, copied); keyLine.test(line);) {
      start -= line.length;
      line = lineBefore(text, start, copied);
    }
    if (start === at) continue;
    result += text.slice(copied, start) + MARK;
    copied = at + close.length;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** The line that ends at `end`, with its line break; empty if it is too long to belong to a key. */
function lineBefore(text: string, end: number, from: number): string {
  const start = Math.max(from, end - MAX_LINE_LENGTH);
  const lines = text.slice(start, end);
  const lineBreak = lines.slice(0, -1).lastIndexOf('\n');
  return lineBreak < 0 && start > from ? '' : lines.slice(lineBreak + 1);
}

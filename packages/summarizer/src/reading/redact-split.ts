import type { Entry, MessagePart, ModelMessage } from '@everlong/core';
import { mapTexts } from '@everlong/core/internal';
import { redactSecrets, replacedIn } from '@everlong/redaction';

/** The length read on either side of a boundary: longer than any secret but a private key. */
const REACH = 600;

/** A text that ends with the name of a secret, whose value may begin the next text. */
const announces =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|credentials?)["'`*]{0,3}[ \t]{0,4}(?:=>|:=|[:=]|\b(?:is|was)\b:?)?[\s"'`]{0,8}$/i;
const openKey = /-----BEGIN [A-Z ]{0,32}PRIVATE KEY[^]*$/;
const BEGIN = '-----BEGIN ';
const closeKey = /^[^]{0,8192}?-----END [A-Z ]{0,32}PRIVATE KEY[A-Z ]{0,16}-----/;

/**
 * Redacts secrets that neither text shows alone: those that begin in one text and end in the next,
 * and values whose name ends the text before. Compares the last text of each entry with the first
 * text of the next one. Other secrets stay. Calls `onSecret` with each whole secret and with its
 * parts, and their mark.
 */
export function redactSplit(
  entries: readonly Entry[],
  onSecret: (text: string, mark: string) => void,
): Entry[] {
  const result = [...entries];
  for (let index = 1; index < result.length; index++) {
    const [left, right] = [result[index - 1], result[index]];
    if (left === undefined || right === undefined) break;
    const before = edgeText(left, 'last');
    const after = edgeText(right, 'first');
    if (before === '' || after === '') continue;
    const cut = splitSecret(before, after);
    if (cut === undefined) continue;
    const [head, tail] = [before.slice(cut.from), after.slice(0, cut.to)];
    for (const text of new Set([head + tail.trimStart(), head, tail]))
      onSecret(text.trim(), cut.mark);
    result[index - 1] = withEdge(left, 'last', before.slice(0, cut.from) + cut.mark);
    result[index] = withEdge(right, 'first', cut.mark + after.slice(cut.to));
  }
  return result;
}

interface Cut {
  /** Where the secret begins in the first text, and where it ends in the second. */
  from: number;
  to: number;
  mark: string;
}

function splitSecret(before: string, after: string): Cut | undefined {
  const begin = before.includes(BEGIN) ? before.lastIndexOf(BEGIN) : -1;
  const open = begin < 0 ? null : openKey.exec(before.slice(begin));
  if (open !== null && !open[0].includes('-----END ')) {
    const close = closeKey.exec(after);
    const from = before.length - open[0].length;
    return close === null
      ? undefined
      : { from, to: close[0].length, mark: '[REDACTED:private-key]' };
  }
  const isJoined = /[\w+/=.-]$/.test(before.slice(-1)) && /^[\w+/=.-]/.test(after.slice(0, 1));
  const isNamed = announces.test(before.slice(-40));
  if (!isJoined && !isNamed) return undefined;
  const tail = before.slice(-REACH);
  const head = after.slice(0, REACH);
  // The first text ends with a whole secret: the next may start with an ordinary word.
  const isWhole = /\[REDACTED:[a-z-]+\]$/.test(redactSecrets(tail));
  for (const joint of isNamed && !isJoined ? [' '] : isNamed ? [' ', ''] : ['']) {
    const joined = tail + joint + head;
    const middle = tail.length + joint.length;
    for (const { text, start, mark } of replacedIn(joined, redactSecrets(joined))) {
      const end = start + text.length;
      if (end <= middle || start > middle) continue;
      if (isWhole && !isRandom(joined.slice(middle, end))) continue;
      return {
        from: before.length - tail.length + Math.min(start, tail.length),
        to: end - middle,
        mark,
      };
    }
  }
  return undefined;
}

function isRandom(text: string): boolean {
  return text.length >= 8 && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

type Edge = 'first' | 'last';

/** The first or last text of an entry; empty if it is not plain text. */
function edgeText({ message: { content } }: Entry, edge: Edge): string {
  if (typeof content === 'string') return content;
  const part = edge === 'first' ? content[0] : content.at(-1);
  if (part?.type === 'text') return part.text;
  if (part?.type !== 'tool-result') return '';
  const { output } = part;
  return output.type === 'text' || output.type === 'error-text' ? output.value : '';
}

function withEdge(entry: Entry, edge: Edge, replacement: string): Entry {
  const { message } = entry;
  const parts = typeof message.content === 'string' ? [] : message.content;
  const part = edge === 'first' ? parts[0] : parts.at(-1);
  const changed =
    part === undefined
      ? mapTexts(message, () => replacement)
      : mapTexts({ ...message, content: [part] } as ModelMessage, () => replacement);
  if (part === undefined) return { ...entry, message: changed };
  const [next = part] = changed.content as MessagePart[];
  const content = parts.map((other) => (other === part ? next : other));
  return { ...entry, message: { ...message, content } as ModelMessage };
}
